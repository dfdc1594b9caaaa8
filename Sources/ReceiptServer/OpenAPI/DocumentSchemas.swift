/// The JSON Schemas of the documents, as they are in `Schemas/`. A test holds them equal and RECORD_GOLDEN=1 writes this file anew.
enum DocumentSchemas {
  /// By the name of the command.
  static let all: [(name: String, text: String)] = [
    ("decode", decode), ("validate", validate), ("diagnose", diagnose), ("status", status),
  ]

  private static let decode = ##"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:receipt-tool:schema:decode:1",
      "title": "receipt-tool decode, version 1",
      "description": "One document for each input. Within version 1 keys and words are only ever added; readers should ignore those that they do not know. This schema is strict on purpose: it says what the version of receipt-tool that it came with writes.",
      "oneOf": [
        { "$ref": "#/$defs/receiptDocument" },
        { "$ref": "#/$defs/transactionDocument" },
        { "$ref": "#/$defs/jwsDocument" },
        { "$ref": "#/$defs/errorDocument" }
      ],
      "$defs": {
        "schema": { "const": "receipt-tool/decode/1" },
        "source": {
          "description": "The path as it was given, or - for standard input.",
          "type": "string"
        },
        "redacted": {
          "description": "Only from redact: identifying values were replaced by pseudonyms, and the signature is a test authority's.",
          "const": true
        },
        "line": {
          "description": "With --stream: the number of the line in the source, from 1. What is said of a source as a whole has none.",
          "type": "integer",
          "minimum": 1
        },
        "id": { "description": "With --id-field: its value, as it is in the line; null if there is none." },
        "kept": { "description": "With --keep: the values that were to be passed through, by name.", "type": "object" },
        "receiptDocument": {
          "description": "An app receipt.",
          "type": "object",
          "properties": {
            "schema": { "$ref": "#/$defs/schema" },
            "source": { "$ref": "#/$defs/source" },
            "redacted": { "$ref": "#/$defs/redacted" },
            "line": { "$ref": "#/$defs/line" },
            "id": { "$ref": "#/$defs/id" },
            "kept": { "$ref": "#/$defs/kept" },
            "input": {
              "allOf": [
                { "$ref": "#/$defs/input" },
                { "properties": { "format": { "enum": ["pkcs7", "payload"] } } }
              ]
            },
            "authenticity": {
              "$comment": "The first step that fails ends the proof. Of a transaction receipt the signature is always looked at.",
              "allOf": [
                { "$ref": "#/$defs/authenticity" },
                {
                  "properties": {
                    "steps": {
                      "contains": { "properties": { "outcome": { "const": "failed" } } },
                      "minContains": 0,
                      "maxContains": 1
                    }
                  }
                }
              ]
            },
            "environment": { "$ref": "#/$defs/environment" },
            "receipt": { "$ref": "#/$defs/receipt" },
            "irregularities": { "type": "array", "items": { "$ref": "#/$defs/irregularity" } },
            "attributes": { "type": "array", "items": { "$ref": "#/$defs/receiptAttribute" } }
          },
          "required": ["schema", "source", "input", "authenticity", "environment", "receipt", "irregularities"],
          "additionalProperties": false
        },
        "transactionDocument": {
          "description": "An iOS 6 transaction receipt. Its entries are printed with underscores for hyphens, all of them strings.",
          "type": "object",
          "properties": {
            "schema": { "$ref": "#/$defs/schema" },
            "source": { "$ref": "#/$defs/source" },
            "redacted": { "$ref": "#/$defs/redacted" },
            "line": { "$ref": "#/$defs/line" },
            "id": { "$ref": "#/$defs/id" },
            "kept": { "$ref": "#/$defs/kept" },
            "input": {
              "allOf": [
                { "$ref": "#/$defs/input" },
                { "properties": { "format": { "const": "transaction-receipt" } } }
              ]
            },
            "authenticity": { "$ref": "#/$defs/authenticity" },
            "environment": { "$ref": "#/$defs/environment" },
            "receipt": { "type": "object", "additionalProperties": { "type": "string" } },
            "unsigned_entries": {
              "description": "What stands beside the signed part; anybody can change it.",
              "type": "object",
              "additionalProperties": { "type": "string" }
            }
          },
          "required": ["schema", "source", "input", "authenticity", "environment", "receipt", "unsigned_entries"],
          "additionalProperties": false
        },
        "jwsDocument": {
          "description": "A StoreKit 2 signature object, taken apart and not verified.",
          "type": "object",
          "properties": {
            "schema": { "$ref": "#/$defs/schema" },
            "source": { "$ref": "#/$defs/source" },
            "redacted": { "$ref": "#/$defs/redacted" },
            "line": { "$ref": "#/$defs/line" },
            "id": { "$ref": "#/$defs/id" },
            "kept": { "$ref": "#/$defs/kept" },
            "input": {
              "allOf": [{ "$ref": "#/$defs/input" }, { "properties": { "format": { "const": "jws" } } }]
            },
            "authenticity": { "type": "null" },
            "environment": { "type": ["string", "null"] },
            "receipt": { "type": "null" },
            "jws": {
              "type": "object",
              "properties": { "verified": { "const": false }, "header": true, "payload": true },
              "required": ["verified", "header", "payload"],
              "additionalProperties": false
            }
          },
          "required": ["schema", "source", "input", "authenticity", "environment", "receipt", "jws"],
          "additionalProperties": false
        },
        "errorDocument": {
          "description": "Stands for an input that could not be decoded, when several are decoded in one run.",
          "type": "object",
          "properties": {
            "schema": { "$ref": "#/$defs/schema" },
            "source": { "$ref": "#/$defs/source" },
            "line": { "$ref": "#/$defs/line" },
            "id": { "$ref": "#/$defs/id" },
            "kept": { "$ref": "#/$defs/kept" },
            "error": {
              "type": "object",
              "properties": {
                "code": {
                  "enum": [
                    "empty_input", "input_too_large", "truncated", "not_a_receipt", "other_format",
                    "transaction_identifier", "invalid_encoding", "invalid_json", "invalid_record", "invalid_asn1",
                    "invalid_envelope", "invalid_payload", "invalid_property_list", "invalid_certificate", "unreadable", "defect"
                  ]
                },
                "message": { "type": "string", "minLength": 1 },
                "offset": { "type": ["integer", "null"], "minimum": 0 },
                "hint": { "type": ["string", "null"], "minLength": 1 },
                "exit_code": { "enum": [65, 66, 70] }
              },
              "required": ["code", "message", "offset", "hint", "exit_code"],
              "additionalProperties": false
            }
          },
          "required": ["schema", "source", "error"],
          "additionalProperties": false
        },
        "input": {
          "description": "What the input was, and what was mended.",
          "type": "object",
          "properties": {
            "format": { "enum": ["pkcs7", "payload", "transaction-receipt", "jws"] },
            "layers": {
              "description": "What was unwrapped, outermost first.",
              "type": "array",
              "items": {
                "enum": [
                  "verifyReceipt-request", "verifyReceipt-response", "notification", "unity", "json", "json-string",
                  "data-uri", "form", "percent-encoding", "pem", "hex", "base64", "utf-16"
                ]
              }
            },
            "repairs": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "what": { "type": "string", "minLength": 1 },
                  "count": { "type": "integer", "minimum": 1 }
                },
                "required": ["what", "count"],
                "additionalProperties": false
              }
            },
            "copies": { "$ref": "#/$defs/copies" },
            "unread": { "$ref": "#/$defs/unread" }
          },
          "required": ["format", "layers", "repairs"],
          "additionalProperties": false
        },
        "copies": {
          "description": "Copies of the receipt under other members, which were not used; absent if there are none.",
          "type": "object",
          "properties": {
            "path": { "description": "Where the first one stands, a JSON Pointer.", "type": "string" },
            "count": { "type": "integer", "minimum": 1 }
          },
          "required": ["path", "count"],
          "additionalProperties": false
        },
        "unread": {
          "description": "Absent from documents other than those of status if there are none. Parts that may hold purchases of their own and were not read; what is said is true of the rest only.",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "description": "Where the first one stands: a JSON Pointer that goes on through JSON in strings and payloads of signed data; names are cut after 100 characters. Empty: somewhere.",
                "type": "string"
              },
              "what": { "enum": ["signed-data", "receipt", "purchases", "nested", "unknown"] },
              "count": {
                "description": "How many of its kind stand there, or at places that differ by their index only.",
                "type": "integer",
                "minimum": 1
              }
            },
            "required": ["path", "what", "count"],
            "additionalProperties": false
          }
        },
        "environment": { "enum": ["Production", "Sandbox", "Xcode", null] },
        "authenticity": {
          "description": "Who signed it, as far as it could be proven. Only authentic means Apple.",
          "type": "object",
          "properties": {
            "verdict": {
              "enum": [
                "authentic", "test-signed", "untrusted-chain", "wrong-purpose", "outside-validity", "bad-signature",
                "unsigned"
              ]
            },
            "reason": { "type": "string", "minLength": 1 },
            "judged_at": { "oneOf": [{ "$ref": "#/$defs/timestamp" }, { "type": "null" }] },
            "judged_at_source": { "enum": ["receipt_creation_date", "purchase_date", "override", null] },
            "digest_algorithm": { "enum": ["sha1", "sha256", "sha384", "sha512", null] },
            "anchor": {
              "oneOf": [
                { "type": "null" },
                {
                  "type": "object",
                  "properties": {
                    "subject": { "type": "string" },
                    "sha256": { "$ref": "#/$defs/fingerprint" },
                    "origin": { "enum": ["pinned", "user"] }
                  },
                  "required": ["subject", "sha256", "origin"],
                  "additionalProperties": false
                }
              ]
            },
            "steps": {
              "type": "array",
              "prefixItems": [
                { "properties": { "step": { "const": "signer_certificate" } } },
                { "properties": { "step": { "const": "chain" } } },
                { "properties": { "step": { "const": "validity" } } },
                { "properties": { "step": { "const": "marker_oids" } } },
                { "properties": { "step": { "const": "signature" } } }
              ],
              "minItems": 5,
              "maxItems": 5,
              "allOf": [{ "items": { "$ref": "#/$defs/step" } }]
            },
            "certificates": { "type": "array", "items": { "$ref": "#/$defs/certificate" } }
          },
          "required": [
            "verdict", "reason", "judged_at", "judged_at_source", "digest_algorithm", "anchor", "steps", "certificates"
          ],
          "additionalProperties": false,
          "allOf": [
            {
              "$comment": "Authentic is what every step says, under one of Apple's roots and at a time that is known.",
              "if": { "properties": { "verdict": { "const": "authentic" } } },
              "then": {
                "properties": {
                  "anchor": { "type": "object", "properties": { "origin": { "const": "pinned" } } },
                  "judged_at": { "type": "string" },
                  "steps": { "items": { "properties": { "outcome": { "const": "passed" } } } }
                }
              }
            },
            {
              "if": { "properties": { "verdict": { "const": "test-signed" } } },
              "then": {
                "properties": {
                  "anchor": { "type": "object", "properties": { "origin": { "const": "user" } } },
                  "judged_at": { "type": "string" },
                  "steps": { "items": { "properties": { "outcome": { "enum": ["passed", "skipped"] } } } }
                }
              }
            },
            {
              "if": {
                "properties": {
                  "verdict": {
                    "enum": ["untrusted-chain", "wrong-purpose", "outside-validity", "bad-signature"]
                  }
                }
              },
              "then": {
                "properties": {
                  "steps": {
                    "contains": { "properties": { "outcome": { "const": "failed" } } }
                  }
                }
              }
            }
          ]
        },
        "step": {
          "type": "object",
          "properties": {
            "step": { "enum": ["signer_certificate", "chain", "validity", "marker_oids", "signature"] },
            "outcome": { "enum": ["passed", "failed", "skipped"] },
            "detail": { "type": "string", "minLength": 1 }
          },
          "required": ["step", "outcome", "detail"],
          "additionalProperties": false
        },
        "certificate": {
          "type": "object",
          "properties": {
            "subject": { "type": "string" },
            "issuer": { "type": "string" },
            "serial_number": { "type": "string", "pattern": "^([0-9a-f]{2})*$" },
            "not_before": { "oneOf": [{ "$ref": "#/$defs/timestamp" }, { "type": "null" }] },
            "not_after": { "oneOf": [{ "$ref": "#/$defs/timestamp" }, { "type": "null" }] },
            "sha256": { "$ref": "#/$defs/fingerprint" },
            "marker_oids": {
              "type": "array",
              "items": { "type": "string", "pattern": "^1\\.2\\.840\\.113635\\.100\\.6(\\.[0-9]+)+$" }
            },
            "chain_position": { "type": ["integer", "null"], "minimum": 0 }
          },
          "required": [
            "subject", "issuer", "serial_number", "not_before", "not_after", "sha256", "marker_oids", "chain_position"
          ],
          "additionalProperties": false
        },
        "irregularity": {
          "type": "object",
          "properties": {
            "kind": { "enum": ["unknown_type", "duplicate", "odd_value", "double_wrapped"] },
            "attribute_type": { "type": ["integer", "null"] },
            "offset": { "type": "integer", "minimum": 0 },
            "message": { "type": "string", "minLength": 1 }
          },
          "required": ["kind", "attribute_type", "offset", "message"],
          "additionalProperties": false
        },
        "receiptAttribute": {
          "$comment": "Purchases (type 17) that can be read hold their own attributes.",
          "type": "object",
          "properties": {
            "type": { "type": "integer" },
            "version": { "type": "integer" },
            "name": { "type": ["string", "null"], "minLength": 1 },
            "value": { "type": ["string", "integer", "null"] },
            "raw": { "$ref": "#/$defs/hexadecimal" },
            "offset": { "type": "integer", "minimum": 0 },
            "attributes": { "type": "array", "items": { "$ref": "#/$defs/purchaseAttribute" } }
          },
          "required": ["type", "version", "name", "value", "raw", "offset"],
          "additionalProperties": false
        },
        "purchaseAttribute": {
          "type": "object",
          "properties": {
            "type": { "type": "integer" },
            "version": { "type": "integer" },
            "name": { "type": ["string", "null"], "minLength": 1 },
            "value": { "type": ["string", "integer", "null"] },
            "raw": { "$ref": "#/$defs/hexadecimal" },
            "offset": { "type": "integer", "minimum": 0 }
          },
          "required": ["type", "version", "name", "value", "raw", "offset"],
          "additionalProperties": false
        },
        "receipt": {
          "description": "As verifyReceipt prints it: keys, types and order are Apple's. What only Apple's servers know (request_date) is not there.",
          "type": "object",
          "properties": {
            "receipt_type": {
              "description": "Production, ProductionSandbox, ProductionVPP, ProductionVPPSandbox or Xcode; whatever the receipt says.",
              "type": "string"
            },
            "adam_id": { "type": "integer" },
            "app_item_id": { "type": "integer" },
            "bundle_id": { "type": "string" },
            "application_version": { "type": "string" },
            "download_id": { "description": "Often above 2^53.", "type": ["integer", "null"] },
            "version_external_identifier": { "type": "integer" },
            "receipt_creation_date": { "$ref": "#/$defs/gmtDate" },
            "receipt_creation_date_ms": { "$ref": "#/$defs/milliseconds" },
            "receipt_creation_date_pst": { "$ref": "#/$defs/pacificDate" },
            "original_purchase_date": { "$ref": "#/$defs/gmtDate" },
            "original_purchase_date_ms": { "$ref": "#/$defs/milliseconds" },
            "original_purchase_date_pst": { "$ref": "#/$defs/pacificDate" },
            "original_application_version": { "type": "string", "minLength": 1 },
            "expiration_date": { "$ref": "#/$defs/gmtDate" },
            "expiration_date_ms": { "$ref": "#/$defs/milliseconds" },
            "expiration_date_pst": { "$ref": "#/$defs/pacificDate" },
            "in_app": { "type": "array", "items": { "$ref": "#/$defs/purchase" } }
          },
          "required": ["download_id", "in_app"],
          "dependentRequired": {
            "adam_id": ["app_item_id"],
            "app_item_id": ["adam_id"],
            "receipt_creation_date": ["receipt_creation_date_ms", "receipt_creation_date_pst"],
            "receipt_creation_date_ms": ["receipt_creation_date"],
            "receipt_creation_date_pst": ["receipt_creation_date"],
            "original_purchase_date": ["original_purchase_date_ms", "original_purchase_date_pst"],
            "original_purchase_date_ms": ["original_purchase_date"],
            "original_purchase_date_pst": ["original_purchase_date"],
            "expiration_date": ["expiration_date_ms", "expiration_date_pst"],
            "expiration_date_ms": ["expiration_date"],
            "expiration_date_pst": ["expiration_date"]
          },
          "additionalProperties": false
        },
        "purchase": {
          "description": "One element of in_app, as verifyReceipt prints it: every value is a string.",
          "type": "object",
          "properties": {
            "quantity": { "$ref": "#/$defs/digits" },
            "product_id": { "type": "string" },
            "transaction_id": { "type": "string" },
            "original_transaction_id": { "type": "string" },
            "purchase_date": { "$ref": "#/$defs/gmtDate" },
            "purchase_date_ms": { "$ref": "#/$defs/milliseconds" },
            "purchase_date_pst": { "$ref": "#/$defs/pacificDate" },
            "original_purchase_date": { "$ref": "#/$defs/gmtDate" },
            "original_purchase_date_ms": { "$ref": "#/$defs/milliseconds" },
            "original_purchase_date_pst": { "$ref": "#/$defs/pacificDate" },
            "expires_date": { "$ref": "#/$defs/gmtDate" },
            "expires_date_ms": { "$ref": "#/$defs/milliseconds" },
            "expires_date_pst": { "$ref": "#/$defs/pacificDate" },
            "cancellation_date": { "$ref": "#/$defs/gmtDate" },
            "cancellation_date_ms": { "$ref": "#/$defs/milliseconds" },
            "cancellation_date_pst": { "$ref": "#/$defs/pacificDate" },
            "web_order_line_item_id": { "type": "string", "pattern": "^-?[1-9][0-9]*$" },
            "is_trial_period": { "enum": ["true", "false"] },
            "is_in_intro_offer_period": { "enum": ["true", "false"] },
            "cancellation_reason": { "$ref": "#/$defs/digits" },
            "promotional_offer_id": { "type": "string", "minLength": 1 },
            "in_app_ownership_type": {
              "description": "PURCHASED, or the number where Apple's word for it is not known.",
              "type": "string",
              "pattern": "^(PURCHASED|-?[1-9][0-9]*)$"
            }
          },
          "dependentRequired": {
            "purchase_date": ["purchase_date_ms", "purchase_date_pst"],
            "purchase_date_ms": ["purchase_date"],
            "purchase_date_pst": ["purchase_date"],
            "original_purchase_date": ["original_purchase_date_ms", "original_purchase_date_pst"],
            "original_purchase_date_ms": ["original_purchase_date"],
            "original_purchase_date_pst": ["original_purchase_date"],
            "expires_date": ["expires_date_ms", "expires_date_pst"],
            "expires_date_ms": ["expires_date"],
            "expires_date_pst": ["expires_date"],
            "cancellation_date": ["cancellation_date_ms", "cancellation_date_pst"],
            "cancellation_date_ms": ["cancellation_date"],
            "cancellation_date_pst": ["cancellation_date"]
          },
          "additionalProperties": false
        },
        "digits": { "type": "string", "pattern": "^-?[0-9]+$" },
        "milliseconds": { "description": "Since 1970-01-01T00:00:00Z.", "type": "string", "pattern": "^-?[0-9]+$" },
        "gmtDate": {
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} Etc/GMT$"
        },
        "pacificDate": {
          "type": "string",
          "$comment": "In the first hours of year 0 in UTC it is still year -1 there.",
          "pattern": "^-?[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} America/Los_Angeles$"
        },
        "timestamp": {
          "description": "RFC 3339 in UTC; milliseconds only where they are not zero.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?Z$"
        },
        "fingerprint": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
        "hexadecimal": { "type": "string", "pattern": "^([0-9a-f]{2})*$" }
      }
    }
    """##

  private static let validate = ##"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:receipt-tool:schema:validate:1",
      "title": "receipt-tool validate, version 1",
      "description": "One document for each input. Within version 1 keys, words and checks are only ever added; readers should ignore those that they do not know. This schema is strict on purpose: it says what the version of receipt-tool that it came with writes. What it shares with decode is in decode-1.schema.json.",
      "oneOf": [{ "$ref": "#/$defs/report" }, { "$ref": "#/$defs/errorDocument" }],
      "$defs": {
        "schema": { "const": "receipt-tool/validate/1" },
        "source": { "description": "The path as it was given, or - for standard input.", "type": "string" },
        "timestamp": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/timestamp" },
        "text": { "type": ["string", "null"], "minLength": 1 },
        "report": {
          "type": "object",
          "properties": {
            "schema": { "$ref": "#/$defs/schema" },
            "source": { "$ref": "#/$defs/source" },
            "line": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/line" },
            "id": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/id" },
            "kept": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/kept" },
            "verdict": {
              "description": "passed: no check failed, and whatever was asked for could be checked. incomplete: no check failed, but one that was asked for, or without which nothing is proven, was skipped, or a part of the input was not read.",
              "enum": ["passed", "failed", "incomplete"]
            },
            "judged_at": {
              "description": "The moment as of which dates were judged: --at, or the time of the run.",
              "$ref": "#/$defs/timestamp"
            },
            "authenticity": {
              "description": "Who signed it; null for a StoreKit 2 JWS, which is not verified. `decode` tells more.",
              "oneOf": [{ "type": "null" }, { "$ref": "#/$defs/authenticity" }]
            },
            "environment": { "type": ["string", "null"] },
            "unread": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/unread" },
            "checks": {
              "description": "Every check, in declared order.",
              "type": "array",
              "prefixItems": [
                { "properties": { "check": { "const": "signature" } } },
                { "properties": { "check": { "const": "certificate_chain" } } },
                { "properties": { "check": { "const": "marker_oids" } } },
                { "properties": { "check": { "const": "bundle_identifier" } } },
                { "properties": { "check": { "const": "request_bundle" } } },
                { "properties": { "check": { "const": "environment" } } },
                { "properties": { "check": { "const": "application_version" } } },
                { "properties": { "check": { "const": "original_application_version" } } },
                { "properties": { "check": { "const": "creation_date" } } },
                { "properties": { "check": { "const": "expiration_date" } } },
                { "properties": { "check": { "const": "device_hash" } } },
                { "properties": { "check": { "const": "products" } } },
                { "properties": { "check": { "const": "active_subscription" } } },
                { "properties": { "check": { "const": "purchase_dates" } } },
                { "properties": { "check": { "const": "duplicate_transactions" } } },
                { "properties": { "check": { "const": "quantity" } } },
                { "properties": { "check": { "const": "product_type_known" } } },
                { "properties": { "check": { "const": "attributes" } } }
              ],
              "minItems": 18,
              "maxItems": 18,
              "allOf": [{ "items": { "$ref": "#/$defs/check" } }]
            },
            "receipt": {
              "description": "The receipt as verifyReceipt would print it, with --with-receipt; null for a JWS.",
              "anyOf": [
                { "type": "null" },
                { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/receipt" },
                { "type": "object", "additionalProperties": { "type": "string" } }
              ]
            }
          },
          "required": ["schema", "source", "verdict", "judged_at", "authenticity", "environment", "checks"],
          "additionalProperties": false,
          "allOf": [
            {
              "$comment": "One failed check is enough, and nothing else makes it failed.",
              "if": { "properties": { "verdict": { "const": "failed" } } },
              "then": {
                "properties": { "checks": { "contains": { "properties": { "outcome": { "const": "failed" } } } } }
              },
              "else": {
                "properties": { "checks": { "not": { "contains": { "properties": { "outcome": { "const": "failed" } } } } } }
              }
            },
            {
              "$comment": "What was asked for and could not be checked never passes.",
              "if": { "properties": { "verdict": { "const": "passed" } } },
              "then": {
                "properties": {
                  "authenticity": { "properties": { "verdict": { "enum": ["authentic", "test-signed"] } } },
                  "checks": {
                    "not": {
                      "contains": { "properties": { "outcome": { "const": "skipped" }, "requested": { "const": true } } }
                    }
                  }
                }
              }
            }
          ]
        },
        "authenticity": {
          "type": "object",
          "properties": {
            "verdict": {
              "enum": [
                "authentic", "test-signed", "untrusted-chain", "wrong-purpose", "outside-validity", "bad-signature",
                "unsigned"
              ]
            },
            "reason": { "type": "string", "minLength": 1 },
            "judged_at": { "oneOf": [{ "$ref": "#/$defs/timestamp" }, { "type": "null" }] },
            "judged_at_source": { "enum": ["receipt_creation_date", "purchase_date", "override", null] }
          },
          "required": ["verdict", "reason", "judged_at", "judged_at_source"],
          "additionalProperties": false
        },
        "check": {
          "type": "object",
          "properties": {
            "check": { "type": "string" },
            "outcome": { "enum": ["passed", "failed", "skipped", "warning"] },
            "requested": { "description": "Whether an expectation asks for it, or it was named.", "type": "boolean" },
            "expected": { "description": "What would have been right, for people.", "$ref": "#/$defs/text" },
            "found": { "description": "What is there, for people.", "type": ["string", "null"] },
            "reason": { "description": "Why, for people; always there unless the check passed.", "$ref": "#/$defs/text" }
          },
          "required": ["check", "outcome", "requested", "expected", "found", "reason"],
          "additionalProperties": false,
          "if": { "properties": { "outcome": { "const": "passed" } } },
          "else": { "properties": { "reason": { "type": "string" } } }
        },
        "errorDocument": {
          "description": "Stands for an input that could not be read, when several are judged in one run.",
          "type": "object",
          "properties": {
            "schema": { "$ref": "#/$defs/schema" },
            "source": { "$ref": "#/$defs/source" },
            "line": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/line" },
            "id": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/id" },
            "kept": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/kept" },
            "error": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/errorDocument/properties/error" }
          },
          "required": ["schema", "source", "error"],
          "additionalProperties": false
        }
      }
    }
    """##

  private static let diagnose = ##"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "receipt-tool/diagnose/1",
      "title": "receipt-tool diagnose --json",
      "description": "What is wrong with an input, what Apple would answer to it, and what to do. Keys are only ever added within a version.",
      "oneOf": [{ "$ref": "#/$defs/diagnosis" }, { "$ref": "#/$defs/unreadable" }],
      "$defs": {
        "diagnosis": {
          "type": "object",
          "required": [
            "schema", "source", "summary", "readable", "cause", "input", "verdict", "error", "stages", "findings", "verifyReceipt",
            "canonical_length", "next_steps"
          ],
          "properties": {
            "schema": { "const": "receipt-tool/diagnose/1" },
            "source": { "type": "string", "description": "The path that was given; - is standard input." },
            "line": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/line" },
            "id": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/id" },
            "kept": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/kept" },
            "summary": { "type": "string", "description": "What the input is, for people." },
            "readable": { "type": "boolean", "description": "Whether a receipt, or signed data of StoreKit 2, could be read." },
            "cause": { "$ref": "#/$defs/cause", "description": "The weightiest finding; the same as findings[0].cause." },
            "input": {
              "type": ["object", "null"],
              "required": ["format", "layers", "repairs"],
              "properties": {
                "format": { "enum": ["pkcs7", "payload", "transaction-receipt", "jws"] },
                "layers": { "type": "array", "items": { "type": "string" } },
                "repairs": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["what", "count"],
                    "properties": { "what": { "type": "string" }, "count": { "type": "integer", "minimum": 1 } }
                  }
                },
                "copies": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/copies" },
                "unread": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/unread" }
              }
            },
            "verdict": {
              "enum": [
                "authentic", "test-signed", "untrusted-chain", "wrong-purpose", "outside-validity", "bad-signature", "unsigned", null
              ]
            },
            "error": {
              "type": ["object", "null"],
              "description": "Why no receipt could be read; null if one could.",
              "required": ["code", "message", "offset", "hint", "missing_bytes"],
              "properties": {
                "code": { "type": "string" },
                "message": { "type": "string" },
                "offset": { "type": ["integer", "null"], "minimum": 0 },
                "hint": { "type": ["string", "null"] },
                "missing_bytes": { "type": ["integer", "null"], "minimum": 1 }
              }
            },
            "stages": {
              "type": "array",
              "minItems": 8,
              "items": {
                "type": "object",
                "required": ["stage", "outcome", "detail"],
                "properties": {
                  "stage": {
                    "enum": ["decoded", "envelope", "payload", "signer", "chain", "time", "purpose", "signature"]
                  },
                  "outcome": { "enum": ["passed", "failed", "not_reached"] },
                  "detail": { "type": "string" }
                }
              }
            },
            "findings": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "required": ["cause", "severity", "message", "actor", "action"],
                "properties": {
                  "cause": { "$ref": "#/$defs/cause" },
                  "severity": { "enum": ["problem", "note"] },
                  "message": { "type": "string" },
                  "actor": { "enum": ["nobody", "sender", "developer", "support", "customer", "apple"] },
                  "action": { "type": "string" }
                }
              }
            },
            "verifyReceipt": {
              "type": "object",
              "description": "What Apple would answer; nothing was sent.",
              "required": ["given_as", "as_given", "mended"],
              "properties": {
                "given_as": {
                  "description": "Whether what was given is the body of a request, or a text that belongs into receipt-data.",
                  "enum": ["body", "receipt-data"]
                },
                "as_given": { "$ref": "#/$defs/forecast" },
                "mended": {
                  "description": "To the text that --canonical prints; null if there is none, or if nothing has to be mended.",
                  "oneOf": [{ "$ref": "#/$defs/forecast" }, { "type": "null" }]
                }
              }
            },
            "canonical_length": {
              "type": ["integer", "null"],
              "description": "How many characters --canonical would print.",
              "minimum": 1
            },
            "next_steps": { "type": "array", "items": { "type": "string" } }
          }
        },
        "unreadable": {
          "type": "object",
          "description": "Stands for an input that could not be opened, when several are diagnosed in one run.",
          "required": ["schema", "source", "error"],
          "not": { "required": ["summary"] },
          "properties": {
            "schema": { "const": "receipt-tool/diagnose/1" },
            "source": { "type": "string" },
            "line": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/line" },
            "id": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/id" },
            "kept": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/kept" },
            "error": {
              "type": "object",
              "required": ["code", "message", "offset", "hint", "exit_code"],
              "properties": {
                "code": { "type": "string" },
                "message": { "type": "string" },
                "offset": { "type": ["integer", "null"] },
                "hint": { "type": ["string", "null"] },
                "exit_code": { "type": "integer" }
              }
            }
          }
        },
        "cause": { "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "description": "receipt-tool explain knows each." },
        "forecast": {
          "type": "object",
          "required": ["production", "sandbox"],
          "properties": { "production": { "$ref": "#/$defs/answer" }, "sandbox": { "$ref": "#/$defs/answer" } }
        },
        "answer": {
          "type": "object",
          "required": ["http_status", "status", "other_statuses", "reason"],
          "properties": {
            "http_status": { "enum": [200, 413] },
            "status": { "type": ["integer", "null"], "description": "null with 413, or where it cannot be told." },
            "other_statuses": { "type": "array", "items": { "type": "integer" } },
            "reason": { "type": "string" }
          }
        }
      }
    }
    """##

  private static let status = ##"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:receipt-tool:schema:status:1",
      "title": "receipt-tool status --json, version 1",
      "description": "Subscriptions, one document for each input. Within version 1 keys and words are only ever added; readers should ignore those that they do not know. This schema is strict on purpose: it says what the version of receipt-tool that it came with writes.",
      "oneOf": [{ "$ref": "#/$defs/statusDocument" }, { "$ref": "#/$defs/errorDocument" }],
      "$defs": {
        "schema": { "const": "receipt-tool/status/1" },
        "source": { "description": "The path as it was given, or - for standard input.", "type": "string" },
        "text": { "type": ["string", "null"], "minLength": 1 },
        "timestamp": {
          "description": "RFC 3339 in UTC.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?Z$"
        },
        "timestampOrNull": { "oneOf": [{ "$ref": "#/$defs/timestamp" }, { "type": "null" }] },
        "flagOrNull": { "type": ["boolean", "null"] },
        "statusDocument": {
          "type": "object",
          "properties": {
            "schema": { "$ref": "#/$defs/schema" },
            "source": { "$ref": "#/$defs/source" },
            "input": { "$ref": "#/$defs/input" },
            "authenticity": {
              "description": "Who signed it; null for what is not verified, which unverified_because explains.",
              "type": ["object", "null"],
              "properties": {
                "verdict": {
                  "enum": [
                    "authentic", "test-signed", "untrusted-chain", "wrong-purpose", "outside-validity", "bad-signature", "unsigned"
                  ]
                },
                "reason": { "type": "string", "minLength": 1 }
              },
              "required": ["verdict", "reason"],
              "additionalProperties": false
            },
            "unverified_because": { "$ref": "#/$defs/text" },
            "environment": { "type": ["string", "null"] },
            "bundle_id": { "type": ["string", "null"] },
            "as_of": {
              "description": "The moment of the question: active means active then.",
              "type": "object",
              "properties": { "time": { "$ref": "#/$defs/timestamp" }, "source": { "enum": ["clock", "option"] } },
              "required": ["time", "source"],
              "additionalProperties": false
            },
            "known_until": {
              "description": "Renewals and refunds after this moment cannot be in the source.",
              "type": ["object", "null"],
              "properties": {
                "time": { "$ref": "#/$defs/timestamp" },
                "source": { "enum": ["receipt_creation_date", "request_date", "signed_date", "purchase_date"] }
              },
              "required": ["time", "source"],
              "additionalProperties": false
            },
            "unread": { "$ref": "urn:receipt-tool:schema:decode:1#/$defs/unread" },
            "subscriptions": {
              "description": "The one whose last period began last first.",
              "type": "array",
              "items": { "$ref": "#/$defs/subscription" }
            },
            "other_purchases": {
              "description": "Consumables, non-consumables and non-renewing subscriptions, whose expiry is in no receipt; by date.",
              "type": "array",
              "items": { "$ref": "#/$defs/otherPurchase" }
            },
            "notes": { "type": "array", "items": { "type": "string", "minLength": 1 } },
            "irregularities": { "type": "array", "items": { "$ref": "#/$defs/irregularity" } }
          },
          "required": [
            "schema", "source", "input", "authenticity", "unverified_because", "environment", "bundle_id", "as_of", "known_until",
            "unread", "subscriptions", "other_purchases", "notes", "irregularities"
          ],
          "additionalProperties": false,
          "if": { "properties": { "authenticity": { "type": "null" } } },
          "then": { "properties": { "unverified_because": { "type": "string" } } },
          "else": { "properties": { "unverified_because": { "type": "null" } } }
        },
        "input": {
          "type": "object",
          "properties": {
            "kind": {
              "enum": [
                "app-receipt", "transaction-receipt", "verifyReceipt-response", "notification-v1", "notification-v2",
                "signed-transaction", "signed-renewal-info"
              ]
            },
            "notification_type": { "$ref": "#/$defs/text" },
            "notification_subtype": { "$ref": "#/$defs/text" }
          },
          "required": ["kind", "notification_type", "notification_subtype"],
          "additionalProperties": false
        },
        "subscription": {
          "type": "object",
          "properties": {
            "original_transaction_id": {
              "description": "Null where the source has none (StoreKit testing): then the periods of a product are taken together.",
              "$ref": "#/$defs/text"
            },
            "subscription_group_identifier": { "$ref": "#/$defs/text" },
            "products": {
              "description": "In the order of time, again for every change.",
              "type": "array",
              "items": { "type": "string", "minLength": 1 }
            },
            "state": {
              "enum": ["active", "grace_period", "billing_retry", "refunded", "expired", "not_started", "unknown"]
            },
            "active": { "type": "boolean" },
            "active_until": { "$ref": "#/$defs/timestampOrNull" },
            "state_date": {
              "description": "The moment that the state is about: until when it is active, when it expired, was refunded, begins.",
              "$ref": "#/$defs/timestampOrNull"
            },
            "periods": {
              "description": "By beginning, then by transaction.",
              "type": "array",
              "items": { "$ref": "#/$defs/period" }
            },
            "renewal": {
              "description": "pending_renewal_info or signedRenewalInfo; receipts have none.",
              "oneOf": [{ "$ref": "#/$defs/renewal" }, { "type": "null" }]
            }
          },
          "required": [
            "original_transaction_id", "subscription_group_identifier", "products", "state", "active", "active_until", "state_date",
            "periods", "renewal"
          ],
          "additionalProperties": false,
          "if": { "properties": { "state": { "enum": ["active", "grace_period"] } } },
          "then": { "properties": { "active": { "const": true }, "active_until": { "type": "string" } } },
          "else": { "properties": { "active": { "const": false }, "active_until": { "type": "null" } } }
        },
        "period": {
          "type": "object",
          "properties": {
            "transaction_id": { "$ref": "#/$defs/text" },
            "product_id": { "$ref": "#/$defs/text" },
            "kind": {
              "description": "What was paid for it; unknown where the source does not say.",
              "enum": ["trial", "introductory", "offer", "paid", "unknown"]
            },
            "start": { "$ref": "#/$defs/timestampOrNull" },
            "end": {
              "description": "When it is over: its expiry, or what ended it before, a refund or another product.",
              "$ref": "#/$defs/timestampOrNull"
            },
            "expires": { "$ref": "#/$defs/timestampOrNull" },
            "running": { "description": "At the moment as_of.", "type": "boolean" },
            "gap_before_seconds": {
              "description": "Time without any period before this one; null for the first.",
              "type": ["integer", "null"],
              "minimum": 0
            },
            "overlaps_earlier": { "type": "boolean" },
            "cancelled": { "$ref": "#/$defs/timestampOrNull" },
            "cancellation_reason": { "$ref": "#/$defs/coded" },
            "upgraded": {
              "description": "Another product took its place: stated by Apple (is_upgraded), or inferred from the dates.",
              "enum": ["stated", "inferred", null]
            },
            "offer_kind": { "enum": ["promotional_offer", "offer_code", "win_back_offer", null] },
            "offer_id": { "$ref": "#/$defs/text" },
            "ownership": { "$ref": "#/$defs/text" }
          },
          "required": [
            "transaction_id", "product_id", "kind", "start", "end", "expires", "running", "gap_before_seconds", "overlaps_earlier",
            "cancelled", "cancellation_reason", "upgraded", "offer_kind", "offer_id", "ownership"
          ],
          "additionalProperties": false
        },
        "coded": {
          "description": "A number of Apple's, and what it means.",
          "type": ["object", "null"],
          "properties": { "code": { "type": "integer" }, "meaning": { "type": "string", "minLength": 1 } },
          "required": ["code", "meaning"],
          "additionalProperties": false
        },
        "renewal": {
          "type": "object",
          "properties": {
            "product_id": { "$ref": "#/$defs/text" },
            "auto_renew_product_id": { "$ref": "#/$defs/text" },
            "auto_renew_status": { "$ref": "#/$defs/flagOrNull" },
            "is_in_billing_retry_period": { "$ref": "#/$defs/flagOrNull" },
            "grace_period_expires": { "$ref": "#/$defs/timestampOrNull" },
            "expiration_intent": { "$ref": "#/$defs/coded" },
            "agreed_to_price_increase": { "$ref": "#/$defs/flagOrNull" },
            "offer_id": { "$ref": "#/$defs/text" }
          },
          "required": [
            "product_id", "auto_renew_product_id", "auto_renew_status", "is_in_billing_retry_period", "grace_period_expires",
            "expiration_intent", "agreed_to_price_increase", "offer_id"
          ],
          "additionalProperties": false
        },
        "otherPurchase": {
          "type": "object",
          "properties": {
            "transaction_id": { "$ref": "#/$defs/text" },
            "original_transaction_id": { "$ref": "#/$defs/text" },
            "product_id": { "$ref": "#/$defs/text" },
            "type": { "description": "Null where the source does not say.", "$ref": "#/$defs/text" },
            "quantity": { "type": ["integer", "null"] },
            "purchased": { "$ref": "#/$defs/timestampOrNull" },
            "cancelled": { "$ref": "#/$defs/timestampOrNull" },
            "cancellation_reason": { "$ref": "#/$defs/coded" },
            "ownership": { "$ref": "#/$defs/text" }
          },
          "required": [
            "transaction_id", "original_transaction_id", "product_id", "type", "quantity", "purchased", "cancelled",
            "cancellation_reason", "ownership"
          ],
          "additionalProperties": false
        },
        "irregularity": {
          "type": "object",
          "properties": {
            "kind": {
              "enum": [
                "unreadable_value", "missing_value", "date_order", "duplicate_transaction", "contradiction", "receipt"
              ]
            },
            "transaction_id": { "$ref": "#/$defs/text" },
            "message": { "type": "string", "minLength": 1 }
          },
          "required": ["kind", "transaction_id", "message"],
          "additionalProperties": false
        },
        "errorDocument": {
          "description": "An input that could not be read, when several are read in one run.",
          "type": "object",
          "properties": {
            "schema": { "$ref": "#/$defs/schema" },
            "source": { "$ref": "#/$defs/source" },
            "error": {
              "type": "object",
              "properties": {
                "code": { "type": "string", "pattern": "^[a-z0-9_]+$" },
                "message": { "type": "string", "minLength": 1 },
                "offset": { "type": ["integer", "null"], "minimum": 0 },
                "hint": { "$ref": "#/$defs/text" },
                "exit_code": { "enum": [65, 66, 70] }
              },
              "required": ["code", "message", "offset", "hint", "exit_code"],
              "additionalProperties": false
            }
          },
          "required": ["schema", "source", "error"],
          "additionalProperties": false
        }
      }
    }
    """##
}
