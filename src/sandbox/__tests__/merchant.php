<?php

/**
 * A merchant's script without a library: a payment link, a reservation and a subscription, from creation to refund.
 * Usage: php merchant.php http://127.0.0.1:9100
 */
[, $address] = $argv;

$link = send('POST', '/orders/payment-link/create', [
    'products' => [['name' => 'Wool blanket', 'productId' => null, 'quantity' => '1', 'rate' => '1000', 'discount' => '', 'tax' => '25', 'amount' => '1000']],
    'orderSummary' => ['subTotal' => '800.00', 'totalTax' => '200.00', 'totalDiscount' => '0.00', 'grandTotal' => '1000.00'],
    'orderDate' => (string) time(),
    'dueDateForPaymentLink' => (string) (time() + 86400),
    'customerDetails' => customer(),
    'sendOrderBy' => ['sms' => false, 'email' => true],
    'referenceNo' => null,
    'customerReference' => '',
    'callback' => ['callbackUrl' => 'https://shop.example/callback'],
])['uuid'];
operator("/orders/$link/pay");
expect(send('GET', "/orders/status/$link")['status'], 'PAID');
$line = send('GET', "/orders/details/$link")['productList'][0]['id'];
send('POST', "/orders/refund/$link", [
    'type' => 'regular',
    'grandTotal' => '250.00',
    'products' => [['id' => $line, 'amount' => '250.00']],
]);
expect(send('GET', "/orders/status/$link")['status'], 'PARTIAL REFUNDED');

$reservation = send('POST', '/reservations/submit', [
    'products' => [['name' => 'Room', 'rate' => '400', 'tax' => '12', 'amount' => '400']],
    'orderSummary' => ['subTotal' => '357.14', 'totalTax' => '42.86', 'totalDiscount' => '0.00', 'grandTotal' => '400.00'],
    'orderDate' => (string) time(),
    'customerDetails' => customer(),
    'sendOrderBy' => ['sms' => false, 'email' => true],
    'callback' => ['callbackUrl' => 'https://shop.example/callback'],
])['reservationUuid'];
operator("/reservations/$reservation/confirm");
$line = send('GET', "/reservations/details/$reservation")['productList'][0]['id'];
$capture = send('POST', "/reservations/capture/$reservation", [
    'grandTotal' => '300.00',
    'products' => [['id' => $line, 'amount' => '300.00']],
])['uuid'];
send('POST', "/reservations/complete/$reservation", ['note' => 'Checked out']);
send('POST', "/reservations/refund/$reservation", [
    'type' => 'reservation',
    'grandTotal' => '100.00',
    'source' => 'captured',
    'reference' => $capture,
    'products' => [['id' => $line, 'amount' => '100.00']],
]);
$paid = send('GET', "/reservations/details/$reservation")['paymentDetails'];
expect($paid['capturedAmount'], 300);
expect($paid['amountRefunded']['fromCaptured'], 100);

$subscription = send('POST', '/subscriptions/submit', [
    'products' => [['name' => 'Membership', 'quantity' => '1', 'rate' => '100', 'discount' => null, 'tax' => '25', 'amount' => '100']],
    'billingFrequency' => 'month',
    'numberOfRepeats' => '3',
    'orderSummary' => ['subTotal' => '80.00', 'totalTax' => '20.00', 'totalDiscount' => '0.00', 'grandTotal' => '100.00', 'payablePerCycle' => '100.00', 'initialCycleAmount' => null],
    'subscriptionStartDate' => gmdate('d M, Y'),
    'subscriptionEndsDate' => '31 Dec, 2099',
    'dueDateForPaymentLink' => (string) (time() + 86400),
    'sendOrderBy' => ['sms' => false, 'email' => true],
    'customerDetails' => ['personalNumber' => null] + customer(),
    'customerNotes' => '',
]);
// The customer's browser presses the button of the page.
request('POST', "{$subscription['paymentUrl']}/accept", null);
request('POST', "$address/sandbox/clock/advance", ['days' => 31]);
$uuid = $subscription['subscriptionUuid'];
$cycles = send('GET', "/subscriptions/details/$uuid")['subscriptionCycles'];
expect(array_keys($cycles), ['Cycle 1', 'Cycle 2']);
expect($cycles['Cycle 1']['reference'], $subscription['orderUuid']);
$second = $cycles['Cycle 2']['reference'];
expect(send('GET', "/orders/status/$second")['status'], 'PAID');
$line = send('GET', "/orders/details/$second")['productList'][0]['id'];
send('POST', "/orders/refund/$second", [
    'type' => 'regular',
    'grandTotal' => '100.00',
    'products' => [['id' => $line, 'amount' => '100.00']],
]);
expect(send('GET', "/orders/status/$second")['status'], 'REFUNDED');
send('POST', "/subscriptions/cancel/$uuid", ['note' => 'Moved']);
expect(send('GET', "/subscriptions/details/$uuid")['status'], 'CANCELLED');
echo "done\n";

/** @return array<string, mixed> what the answer carries as `data` */
function send(string $method, string $path, ?array $body = null): array
{
    global $address;
    [$status, $answer] = request($method, "$address/api/v1/connect$path", $body);
    if ($status >= 300) {
        throw new RuntimeException("$method $path: $status " . json_encode($answer));
    }
    return $answer['data'] ?? [];
}

/** What the service's operator or the payer does. */
function operator(string $path): void
{
    global $address;
    [$status, $answer] = request('POST', "$address/sandbox$path", null);
    expect($status, 200);
}

function request(string $method, string $url, ?array $body): array
{
    $text = file_get_contents($url, false, stream_context_create(['http' => [
        'method' => $method,
        'header' => "Authorization: Bearer sandbox-token\r\nContent-Type: application/json",
        'content' => $body === null ? '' : json_encode($body),
        'ignore_errors' => true,
    ]]));
    preg_match('{^HTTP/\S+ (\d+)}', $http_response_header[0], $found);
    return [(int) $found[1], json_decode($text, true)];
}

function expect(mixed $found, mixed $expected): void
{
    if ($found != $expected) {
        throw new RuntimeException('expected ' . json_encode($expected) . ', found ' . json_encode($found));
    }
}

function customer(): array
{
    return [
        'type' => 'private',
        'countryCode' => '+47',
        'msisdn' => '40000000',
        'email' => 'kari@example.com',
        'name' => 'Kari Nordmann',
        'preferredLanguage' => null,
        'address' => ['street' => 'Storgata 1', 'zip' => '0155', 'city' => 'Oslo', 'country' => 'NO'],
    ];
}
