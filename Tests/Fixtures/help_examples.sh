#!/bin/bash
# Fills the current folder with the files that the examples of the help name.
# usage: help_examples.sh TOOL AUTHORITY SCENARIO URL     URL: of a stand-in for the App Store Server API that has the scenario
set -euo pipefail
tool=$1 authority=$2 scenario=$3 url=$4
root=$(cd "$(dirname -- "$0")/../.." && pwd)
umask 077

# The examples call the tool and what not every machine has by their names. Where an answer has to be proven, the test authority is
# trusted. Every run leaves its status; with RECEIPT_TOOL_PARSE only the words are kept.
mkdir bin
cat >bin/receipt-tool <<END
#!/bin/bash
if [ -n "\${RECEIPT_TOOL_PARSE-}" ]; then
  printf '%s\\n' "\$@" "" >>"\$RECEIPT_TOOL_PARSE"
  exit 0
fi
words="\$*"
case "\${1-} \${2-} " in
  "api "* | "notifications list "*) set -- "\$1" "\$2" --trust-anchor "$authority/root.pem" "\${@:3}" ;;
  "history "* | "migrate "* | "compare "*) set -- "\$1" --trust-anchor "$authority/root.pem" "\${@:2}" ;;
esac
status=0
"$tool" "\$@" || status=\$?
printf '%s\\t%s\\n' "\$status" "\$words" >>"\$RECEIPT_TOOL_STATUSES"
exit "\$status"
END
printf '#!/bin/sh\ncat receipt.b64\n' >bin/pbpaste
printf '#!/bin/sh\necho 7e3fb20b-4cdb-47cc-936d-99d65f608138\n' >bin/uuidgen
chmod 700 bin/*

# One customer: receipts, transactions, notifications.
cp -R "$authority" ca
receipts=("$scenario"/*.receipt.b64)
transactions=("$scenario"/*.transaction.jws)
cp "${receipts[${#receipts[@]} - 1]}" receipt.b64
cp receipt.b64 r.b64
mkdir receipts
cp receipt.b64 receipts
cp receipt.b64 new.b64
cp receipt.b64 friday.b64
cp "${receipts[0]}" old.b64
cp "${receipts[0]}" monday.b64
cp receipt.b64 receipt.txt
cp "${transactions[0]}" a.jws
cp "${transactions[1]}" b.jws
mkdir notifications
for file in "$scenario"/*.notification.jws; do
  jq -R '{signedPayload: .}' <"$file" >"notifications/$(basename "$file" .notification.jws).json"
done
cp "$(printf '%s\n' notifications/*.json | tail -n 1)" notification.json
cat >version-1.json <<'END'
{"notification_type":"REFUND","environment":"Sandbox","bid":"com.example.app","password":"0123456789abcdef","unified_receipt":{}}
END
printf 0123456789abcdef >secret.txt
printf 'jane@example.com\n' >name.txt

# An app bundle, receipts of Xcode, a policy, a description.
mkdir -p Some.app/Contents/_MASReceipt
base64 -d <receipt.b64 >Some.app/Contents/_MASReceipt/receipt
cp "$root/TestReceipts/xcode.b64" xcode.b64
cp "$root/TestReceipts/xcode.pem" StoreKitTestCertificate.cer
printf '{"bundle_id": "com.example.app", "environment": ["sandbox"]}\n' >policy.json
printf '{"rules": [{"delivery_status": "DELIVERED", "sample_content_provided": false}]}\n' >refunds.json
"$tool" decode receipt.b64 >description.json

# Streams.
for _ in 1 2 3; do tr -d '\n' <receipt.b64; echo; done >receipts.txt
gzip -k receipts.txt
zstd -q receipts.txt
jq -cR '{receipt: .}' <receipts.txt >log.ndjson
jq -cR '{receipt: ., account: "a"}' <receipts.txt >customers.ndjson
printf 'id,receipt\n1,%s\n' "$(tr -d '\n' <receipt.b64)" >orders.csv
"$tool" mint --template consumable --count 8 --ca "$authority" | jq -cR '{receipt: ., order: "\(2000 + input_line_number)", account: "a"}' >orders.ndjson

# Answers: of verifyReceipt, and of the App Store Server API.
"$tool" mint receipt description.json --ca "$authority" --format answer >answer.json
cp answer.json response.json
mkdir -p config/receipt-tool data
jq --arg url "$url" --arg ca "$authority" \
  '{apps: {reader: {key: "\($ca)/SubscriptionKey_\(.key_id).p8", issuer_id, bundle_id: "com.example.app", endpoint: $url}}}' \
  "$authority/app-store-server.json" >config/receipt-tool/apps.json
export XDG_CONFIG_HOME=$PWD/config XDG_DATA_HOME=$PWD/data
# Offers, and a token.
identifier=$(jq -r .key_id <"$authority/app-store-server.json")
openssl pkey -in "$authority/SubscriptionKey_$identifier.p8" -pubout -out public.pem 2>/dev/null
cp "$authority/SubscriptionKey_$identifier.p8" SubscriptionKey_2X9R4HXF34.p8
"$tool" offer sign promotional --app reader --product-id pro --offer-id spring >offer.json
"$tool" token --app reader >token.txt
cat >request.json <<'END'
{"operation": "REACTIVATE_SUBSCRIPTION", "version": "1", "transactionId": "2000000123456789",
 "requestInfo": {"requestReferenceId": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}}
END
# Of these the examples are parsed only.
for name in commerce message report; do cp request.json "$name.json"; done
# A page of its own, as compare reads it.
transaction=$(jq -rR 'split(".")[1] | gsub("-"; "+") | gsub("_"; "/") | @base64d | fromjson | .transactionId' <a.jws)
"$tool" api history --app reader --trust-anchor "$authority/root.pem" --raw "$transaction" >history.json

# A ledger in its usual place, and one beside it.
add() {
  "$tool" ledger add --trust-anchor "$authority/root.pem" --allow-test-signed --environment sandbox --bundle-id com.example.app "$@" >/dev/null
}
add --order 1001 --account jane receipt.b64
"$tool" ledger consent jane --given --source settings --at 2025-01-01 >/dev/null
order=2100
for account in jane@old.example jane@new.example jane@example.com 17 18; do
  order=$((order + 1))
  "$tool" mint --template consumable --seed "$account" --ca "$authority" | add --order "$order" --account "$account" -
done
"$tool" ledger backup shop.sqlite
