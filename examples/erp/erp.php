<?php
/**
 * Um ERP de uma página: busca no Malote o que há de novo, guarda cada XML e diz que o processou.
 *
 *   MALOTE_URL=https://malote.example MALOTE_TOKEN=mal_… php erp.php PASTA
 *
 * PHP 8, sem extensões. Pode ser morto em qualquer ponto e chamado de novo: o que já foi guardado é reconhecido, e
 * marcar o que já está marcado é sucesso.
 */
declare(strict_types=1);

const POR_PAGINA = 100;
const TENTATIVAS = 6;
const SEM_RESPOSTA_S = 60;

$pasta = $argv[1] ?? 'notas';
$arquivoDoCursor = "$pasta/cursor.txt";

/** @return array{int, array<string, string>, string} estado, cabeçalhos e texto; estado 0: não houve resposta, ou ela não chegou inteira */
function enviar(string $caminho, ?array $corpo): array
{
    $contexto = stream_context_create(['http' => [
        'method' => $corpo === null ? 'GET' : 'POST',
        'header' => 'Authorization: Bearer ' . getenv('MALOTE_TOKEN') . "\r\nContent-Type: application/json",
        'content' => $corpo === null ? '' : json_encode($corpo),
        'timeout' => SEM_RESPOSTA_S,
        'ignore_errors' => true,
    ]]);
    $texto = @file_get_contents(getenv('MALOTE_URL') . '/Services/rest/v1' . $caminho, false, $contexto);
    if ($texto === false) {
        return [0, [], 'sem resposta'];
    }
    $cabecalhos = [];
    foreach (array_slice($http_response_header, 1) as $linha) {
        [$nome, $valor] = explode(':', $linha, 2);
        $cabecalhos[strtolower($nome)] = trim($valor);
    }
    return [(int) explode(' ', $http_response_header[0])[1], $cabecalhos, $texto];
}

function pedir(string $caminho, ?array $corpo = null): array
{
    for ($tentativa = 1; ; $tentativa++) {
        [$estado, $cabecalhos, $texto] = enviar($caminho, $corpo);
        if ($estado >= 200 && $estado < 300) {
            return json_decode($texto, true, 512, JSON_THROW_ON_ERROR);
        }
        $passageiro = $estado === 0 || $estado === 429 || $estado >= 500;
        if (!$passageiro || $tentativa === TENTATIVAS) {
            // O que o Malote diz do erro; quem está no meio do caminho pode responder outra coisa.
            $mensagem = json_decode($texto, true)['mensagem'] ?? $texto;
            fwrite(STDERR, "$estado: $mensagem\n");
            exit(1);
        }
        sleep((int) ($cabecalhos['retry-after'] ?? 2 ** $tentativa));
    }
}

/** O arquivo aparece inteiro ou não aparece. */
function guardar(string $nome, string $conteudo): void
{
    file_put_contents("$nome.novo", $conteudo);
    rename("$nome.novo", $nome);
}

/** Aqui o ERP lançaria o documento; este guarda o XML, uma vez por id. */
function processar(string $pasta, array $nota): void
{
    $nome = "$pasta/{$nota['chaveAcesso']}-{$nota['id']}.xml";
    if (!file_exists($nome)) {
        guardar($nome, $nota['xml'] ?? base64_decode($nota['xmlBase64']));
    }
}

is_dir($pasta) || mkdir($pasta, 0777, true);
$cursor = file_exists($arquivoDoCursor) ? file_get_contents($arquivoDoCursor) : '0';
do {
    ['itens' => $itens, 'page' => $page] = pedir("/notas?cursor=$cursor&limit=" . POR_PAGINA . '&incluir=xml');
    foreach ($itens as $nota) {
        processar($pasta, $nota);
    }
    if ($itens !== []) {
        $marcas = array_map(fn (array $nota): array => ['id' => $nota['id'], 'valor' => true], $itens);
        foreach (pedir('/notas/lote/processado', ['itens' => $marcas])['itens'] as $marca) {
            if (!$marca['sucesso']) {
                fwrite(STDERR, "{$marca['id']}: {$marca['mensagem']}\n");
            }
        }
    }
    // Só depois de guardado e marcado: quem cai antes disto lê a mesma página outra vez.
    $cursor = $page['next'];
    guardar($arquivoDoCursor, $cursor);
    echo count($itens), " documentos\n";
} while ($page['hasMore']);
