#include "CTexts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char schemas[] = {
    '[',
#embed "../../Schemas/compare-1.schema.json"
    , ',',
#embed "../../Schemas/compare-transactions-1.schema.json"
    , ',',
#embed "../../Schemas/consumption-policy-1.schema.json"
    , ',',
#embed "../../Schemas/decode-1.schema.json"
    , ',',
#embed "../../Schemas/description-1.schema.json"
    , ',',
#embed "../../Schemas/diagnose-1.schema.json"
    , ',',
#embed "../../Schemas/diff-1.schema.json"
    , ',',
#embed "../../Schemas/explain-1.schema.json"
    , ',',
#embed "../../Schemas/flaws-1.schema.json"
    , ',',
#embed "../../Schemas/history-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-apps-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-check-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-consent-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-consumption-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-decision-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-entitlements-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-erasure-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-event-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-list-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-merge-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-notify-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-show-1.schema.json"
    , ',',
#embed "../../Schemas/ledger-stats-1.schema.json"
    , ',',
#embed "../../Schemas/migration-1.schema.json"
    , ',',
#embed "../../Schemas/notification-1.schema.json"
    , ',',
#embed "../../Schemas/offer-1.schema.json"
    , ',',
#embed "../../Schemas/offer-check-1.schema.json"
    , ',',
#embed "../../Schemas/policy-1.schema.json"
    , ',',
#embed "../../Schemas/redact-1.schema.json"
    , ',',
#embed "../../Schemas/redacted-1.schema.json"
    , ',',
#embed "../../Schemas/serve-1.schema.json"
    , ',',
#embed "../../Schemas/status-1.schema.json"
    , ',',
#embed "../../Schemas/stream-summary-1.schema.json"
    , ',',
#embed "../../Schemas/test-receipts-1.schema.json"
    , ',',
#embed "../../Schemas/validate-1.schema.json"
    , ',',
#embed "../../Schemas/verify-1.schema.json"
    , ',',
#embed "../../Schemas/version-1.schema.json"
    , ']'
};

const unsigned char *ctexts_schemas(void) { return schemas; }

size_t ctexts_schemas_size(void) { return sizeof schemas; }
