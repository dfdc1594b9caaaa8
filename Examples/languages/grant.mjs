// Decides whether a customer gets a product, by the receipt or the signed transaction that the app sent.
//
// usage: node grant.mjs APP PRODUCT [OPTION]... <receipt      OPTION: more of `receipt-tool validate`
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** null if the product may be granted, or else why not. Whatever is not a clear yes is a no. */
function refusal(receipt, app, product, options = []) {
  const words = ["validate", `--bundle-id=${app}`, `--product=${product}`, ...options];
  try {
    const stdio = ["pipe", "pipe", "inherit"];
    const run = spawnSync("receipt-tool", words, { input: receipt, stdio, timeout: 30_000 });
    if (run.error) throw run.error;
    const document = JSON.parse(run.stdout.toString());
    if (run.status === 0 && document.verdict === "passed") return null;
    return `${document.verdict}, ${document.authenticity.verdict}`;
  } catch (error) {
    return `no verdict: ${error.message}`;
  }
}

const [app, product, ...options] = process.argv.slice(2);
const reason = refusal(readFileSync(0), app, product, options);
console.log(reason === null ? "granted" : `refused: ${reason}`);
process.exitCode = reason === null ? 0 : 1;
