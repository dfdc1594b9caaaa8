<?php
// Decides whether a customer gets a product, by the receipt or the signed transaction that the app sent.
//
// usage: php grant.php APP PRODUCT [OPTION]... <receipt      OPTION: more of `receipt-tool validate`
declare(strict_types=1);

/** null if the product may be granted, or else why not. Whatever is not a clear yes is a no. */
function refusal(string $receipt, string $app, string $product, array $options = []): ?string
{
    $command = ['receipt-tool', 'validate', "--bundle-id=$app", "--product=$product", ...$options];
    // A file and not a pipe: neither side can wait for the other.
    $input = tmpfile();
    fwrite($input, $receipt);
    rewind($input);
    $process = @proc_open($command, [$input, ['pipe', 'w'], STDERR], $pipes);
    if ($process === false) {
        return 'no verdict: receipt-tool cannot be started';
    }
    $document = json_decode((string) stream_get_contents($pipes[1]), true);
    $status = proc_close($process);
    $verdict = $document['verdict'] ?? null;
    if ($status === 0 && $verdict === 'passed') {
        return null;
    }
    return is_string($verdict) ? "$verdict, {$document['authenticity']['verdict']}" : "no verdict: exit status $status";
}

$reason = refusal(stream_get_contents(STDIN), $argv[1], $argv[2], array_slice($argv, 3));
echo $reason === null ? 'granted' : "refused: $reason", "\n";
exit($reason === null ? 0 : 1);
