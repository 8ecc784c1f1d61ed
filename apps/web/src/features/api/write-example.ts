/** The interfaces and languages of the examples, in the order of their tabs. */
export const INTERFACES = ["rest", "rpc"] as const;
export const LANGUAGES = ["curl", "ts", "php", "cs"] as const;
type Interface = (typeof INTERFACES)[number];
type Language = (typeof LANGUAGES)[number];

type ExampleWriter = (base: string) => string[];

/** The JSON-RPC request of each example: the documents that the ERP has not processed. */
const JSON_RPC_REQUEST =
  '{"id":1,"method":"Nota.getListNota","params":{"entradaSaida":"E","searchFilter":{"processadoErp":false}}}';

const REST_EXAMPLES: Record<Language, ExampleWriter> = {
  curl: (base) => [
    `curl '${base}/Services/rest/v1/notas?cursor=&limit=200&incluir=xml' \\`,
    "  -H 'Authorization: Bearer TOKEN'",
  ],
  ts: (base) => [
    'let cursor = ""; // guarde o último: é de onde você continua',
    "for (;;) {",
    "  const resposta = await fetch(",
    `    \`${base}/Services/rest/v1/notas?cursor=\${cursor}&limit=200&incluir=xml\`,`,
    '    { headers: { Authorization: "Bearer TOKEN" } },',
    "  );",
    "  if (!resposta.ok) throw new Error((await resposta.json()).mensagem);",
    "  const { itens, page } = await resposta.json();",
    "  for (const nota of itens) console.log(nota.chaveAcesso);",
    "  cursor = page.next;",
    "  if (!page.hasMore) break;",
    "}",
  ],
  php: (base) => [
    "<?php",
    "$cursor = ''; // guarde o último: é de onde você continua",
    "do {",
    `    $ch = curl_init("${base}/Services/rest/v1/notas?cursor=$cursor&limit=200&incluir=xml");`,
    "    curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);",
    "    curl_setopt($ch, CURLOPT_HTTPHEADER, ['Authorization: Bearer TOKEN']);",
    "    $pagina = json_decode(curl_exec($ch), true, 512, JSON_THROW_ON_ERROR);",
    "    foreach ($pagina['itens'] as $nota) echo $nota['chaveAcesso'], PHP_EOL;",
    "    $cursor = $pagina['page']['next'];",
    "} while ($pagina['page']['hasMore']);",
  ],
  cs: (base) => [
    "using System.Net.Http.Headers;",
    "using System.Text.Json;",
    "",
    "using var http = new HttpClient();",
    'http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", "TOKEN");',
    'var cursor = ""; // guarde o último: é de onde você continua',
    "bool mais;",
    "do {",
    `    var json = await http.GetStringAsync($"${base}/Services/rest/v1/notas?cursor={cursor}&limit=200&incluir=xml");`,
    "    using var pagina = JsonDocument.Parse(json);",
    '    foreach (var nota in pagina.RootElement.GetProperty("itens").EnumerateArray())',
    '        Console.WriteLine(nota.GetProperty("chaveAcesso").GetString());',
    '    var page = pagina.RootElement.GetProperty("page");',
    '    cursor = page.GetProperty("next").GetString();',
    '    mais = page.GetProperty("hasMore").GetBoolean();',
    "} while (mais);",
  ],
};

const JSON_RPC_EXAMPLES: Record<Language, ExampleWriter> = {
  curl: (base) => [
    `curl ${base}/Services/ \\`,
    "  -H 'Authorization: Bearer TOKEN' \\",
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON_RPC_REQUEST}'`,
  ],
  ts: (base) => [
    `const resposta = await fetch("${base}/Services/", {`,
    '  method: "POST",',
    '  headers: { Authorization: "Bearer TOKEN", "Content-Type": "application/json" },',
    "  body: JSON.stringify({",
    "    id: 1,",
    '    method: "Nota.getListNota",',
    '    params: { entradaSaida: "E", searchFilter: { processadoErp: false } },',
    "  }),",
    "});",
    "const { result, error } = await resposta.json();",
    "if (error) throw new Error(error.message);",
    "if (!result.sucesso) throw new Error(result.mensagem);",
    "for (const nota of result.results) console.log(nota.chaveAcesso);",
  ],
  php: (base) => [
    "<?php",
    `$ch = curl_init("${base}/Services/");`,
    "curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);",
    "curl_setopt($ch, CURLOPT_HTTPHEADER, ['Authorization: Bearer TOKEN', 'Content-Type: application/json']);",
    "curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode([",
    "    'id' => 1,",
    "    'method' => 'Nota.getListNota',",
    "    'params' => ['entradaSaida' => 'E', 'searchFilter' => ['processadoErp' => false]],",
    "]));",
    "$resposta = json_decode(curl_exec($ch), true, 512, JSON_THROW_ON_ERROR);",
    "if ($resposta['error']) throw new Exception($resposta['error']['message']);",
    "if (!$resposta['result']['sucesso']) throw new Exception($resposta['result']['mensagem']);",
    "foreach ($resposta['result']['results'] as $nota) echo $nota['chaveAcesso'], PHP_EOL;",
  ],
  cs: (base) => [
    "using System.Net.Http.Headers;",
    "using System.Text;",
    "using System.Text.Json;",
    "",
    "using var http = new HttpClient();",
    'http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", "TOKEN");',
    "var corpo = JsonSerializer.Serialize(new {",
    "    id = 1,",
    '    method = "Nota.getListNota",',
    '    @params = new { entradaSaida = "E", searchFilter = new { processadoErp = false } },',
    "});",
    `var resposta = await http.PostAsync("${base}/Services/", new StringContent(corpo, Encoding.UTF8, "application/json"));`,
    "using var json = JsonDocument.Parse(await resposta.Content.ReadAsStringAsync());",
    'var result = json.RootElement.GetProperty("result");',
    'if (!result.GetProperty("sucesso").GetBoolean())',
    '    throw new Exception(result.GetProperty("mensagem").GetString());',
    'foreach (var nota in result.GetProperty("results").EnumerateArray())',
    '    Console.WriteLine(nota.GetProperty("chaveAcesso").GetString());',
  ],
};

/**
 * Writes an example call to copy.
 * @param base the address of the server, without a trailing slash
 */
export function writeExample(kind: Interface, language: Language, base: string): string {
  return { rest: REST_EXAMPLES, rpc: JSON_RPC_EXAMPLES }[kind][language](base).join("\n");
}
