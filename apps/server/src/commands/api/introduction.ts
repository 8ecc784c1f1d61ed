import {
  BATCH_MAX,
  ERRORS_MAX,
  EXACT_TOTAL_MAX,
  JSON_ANONYMOUS_ITEMS_MAX,
  JSON_ANONYMOUS_MAX,
  JSON_BODY_MAX,
  JSON_DEPTH_MAX,
  JSON_ITEMS_MAX,
  MESSAGES,
  PAGE_DEPTH_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  paramsLimitOf,
  REAUTHENTICATION_FIELD,
  RECENT_SIGN_IN_MS,
  RPC_ERROR,
  RPC_ID_MAX,
  SOAP_ANONYMOUS_MAX,
  SOAP_BODY_MAX,
  SOAP_DECLARATIONS_MAX,
} from "@malote/contract";
import { formatInteger, formatSize, MINUTE_MS } from "@malote/syntax";

const [PUBLIC_LIMITS, OTHER_LIMITS] = [
  paramsLimitOf({ access: "public" }),
  paramsLimitOf({ access: "signedIn" }),
];

/** Introduction of docs/api.md: what applies to every method. */
export const INTRODUCTION = `# API do Malote

<!-- Escrito por scripts/docs.mjs a partir de packages/contract: mude lá e rode \`npm run api\`. -->

Para quem integra um ERP. Todos os métodos desta página são chamados em \`/Services/\`; são os mesmos que as telas do Malote usam.

## Chamar

\`\`\`sh
# 1. Entrar (uma pessoa). Um programa não entra: usa um token da conta, de Administrador › API.
curl -s https://malote.exemplo/Services/ -H 'Content-Type: application/json' \\
  -d '{"id":1,"method":"Auth.logar","params":{"identificador":"padaria","nomeUsuario":"ana","senha":"…"}}'
# {"id":1,"result":{"sucesso":true,"authToken":"q2…","mensagem":null},"error":null}

# 2. Chamar, com o token em authToken ou em Authorization: Bearer
curl -s https://malote.exemplo/Services/ -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" \\
  -d '{"id":2,"method":"Nota.getListNota","params":{"entradaSaida":"E","searchFilter":{"processadoErp":false}}}'

# 3. Baixar o XML e marcar que já está no ERP
curl -s -OJ "https://malote.exemplo/Services/downloadDFe?id=$ID" -H "Authorization: Bearer $TOKEN"
curl -s https://malote.exemplo/Services/ -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" \\
  -d '{"id":3,"method":"Nota.setProcessadoErp","params":{"id":"'$ID'","processado":true}}'
\`\`\`

| Forma | Como |
|---|---|
| JSON-RPC da especificação | \`POST /Services/\` com \`{id, method, params, authToken}\`; responde \`{id, result, error}\` |
| JSON-RPC 2.0 | o mesmo com \`"jsonrpc":"2.0"\`, e lotes de até ${BATCH_MAX} chamadas |
| Por serviço | \`POST /Services/Nota\` com \`"method":"getNota"\` |
| GET | \`GET /Services/?method=Nota.getNota&params={…}\`, só nos métodos que apenas leem, com o token no cabeçalho |
| REST | \`/Services/rest/v1/\`: a referência para ler; \`/Services/rest/v1/openapi.json\`, o documento OpenAPI |
| SOAP | \`/Services/soap/MailInvoice?wsdl\` |
| Distribuição no formato da SEFAZ | \`/Services/soap/NFeDistribuicaoDFe\`, na porta do feed, com o certificado da empresa |

O corpo é JSON em UTF-8. O token nunca vai no endereço.

**Tamanhos.** Um token dentro do corpo só é conhecido depois de lido, e até lá valem os limites de quem não tem token: para enviar mais, use o cabeçalho.

| | Token no corpo, ou nenhum | Token em \`Authorization: Bearer\` |
|---|---|---|
| Corpo | ${formatSize(JSON_ANONYMOUS_MAX)} | ${formatSize(JSON_BODY_MAX)} |
| Chaves e itens de lista do corpo | ${formatInteger(JSON_ANONYMOUS_ITEMS_MAX)} | ${formatInteger(JSON_ITEMS_MAX)} |
| Params de uma chamada, método de visitante | ${formatInteger(PUBLIC_LIMITS.chars)} caracteres, ${formatInteger(PUBLIC_LIMITS.items)} chaves e itens | o mesmo |
| Params de uma chamada, outros métodos | ${formatInteger(OTHER_LIMITS.chars)} caracteres, ${formatInteger(OTHER_LIMITS.items)} chaves e itens | o mesmo |

Objetos e listas vão até ${JSON_DEPTH_MAX} níveis, e o \`id\` de uma chamada até ${RPC_ID_MAX} caracteres. Um corpo maior é recusado com HTTP 413 e ${RPC_ERROR.invalidRequest}, params maiores
com ${RPC_ERROR.invalidParams} no campo \`params\`. Por SOAP, leem-se ${formatSize(SOAP_ANONYMOUS_MAX)} até que o token seja conhecido, por \`Autenticacao\` no \`Header\` ou pelo cabeçalho HTTP, e então
${formatSize(SOAP_BODY_MAX)}; valem no mesmo lugar até ${SOAP_DECLARATIONS_MAX} declarações de namespace. O feed no formato da SEFAZ exige o certificado antes de ler a consulta.

## Responder

Todo resultado tem \`sucesso\`, \`mensagem\`, \`erros\`, \`object\`, \`results\` e \`totalCount\`; abaixo, cada método diz quais preenche.

- **Recusa**: \`sucesso: false\`, a frase para a pessoa em \`mensagem\` e, quando é de um campo, \`erros: [{campo, mensagem}]\`. HTTP 200.
  O que não existe e o que é de outra conta têm a mesma resposta.
- **Erro**: \`error: {code, message, data}\` no lugar do resultado.
- Uma resposta lista até ${ERRORS_MAX} erros, o último deles com o número dos que faltam; um lote reparte esse número entre as suas chamadas.

| Código | Quando |
|---|---|
| ${RPC_ERROR.parse} | o corpo não é JSON |
| ${RPC_ERROR.invalidRequest} | é JSON, mas não é um pedido |
| ${RPC_ERROR.methodNotFound} | não há este método |
| ${RPC_ERROR.invalidParams} | um parâmetro falta, sobra ou é de outro tipo; \`data\` traz \`[{campo, mensagem}]\` |
| ${RPC_ERROR.internal} | falha do Malote; informe \`data.requestId\` ao suporte. Com HTTP 503, tente de novo |
| ${RPC_ERROR.unauthorized} | \`Unauthorized\`: sem sessão, ou ela terminou |

**Datas.** Todo parâmetro de data aceita as mesmas formas: \`/Date(ms)/\`, também com fuso (\`/Date(ms-0300)/\`), ISO 8601 com fuso (\`2026-11-20T14:30:00-03:00\`) e \`yyyy-MM-dd\`, também com \`THH:mm\`.
Sem fuso, vale o horário da UF da conta. Onde se espera um dia, um instante vale pelo dia em que cai nesse horário; meia-noite exata em UTC vale pelo próprio dia. Onde se espera um instante, um dia vale pelo seu começo.
Nas respostas, um instante é ISO 8601 em UTC; \`1901-01-01T00:00:00.000Z\` é vazio, como \`null\`.

**Ler e devolver.** O que \`getUsuario\`, \`getConta\`, \`getEmpresa\`, \`getCaixaEmail\` e \`getWebhook\` respondem pode ser devolvido inteiro no método que salva. Campos que ele não altera, ou que quem chama não pode
alterar, são ignorados se vierem como foram lidos; se vierem diferentes, são recusados pelo nome. Os que mudam sozinhos (última coleta, total de e-mails) podem estar atrasados.

**Dinheiro** é texto decimal com ponto e duas casas, em reais: \`"1234.50"\`.

**Páginas.** \`currentPage\` conta de 1; \`pageSize\` é ${PAGE_SIZE} se ausente, até ${PAGE_SIZE_MAX}. A lista vai até o documento ${formatInteger(PAGE_DEPTH_MAX)}:
além dele, use um filtro mais específico. \`totalCount\` é exato até ${formatInteger(EXACT_TOTAL_MAX)}; acima disso \`totalExato\` é \`false\` e o total é um mínimo. Com \`somar\`, Nota.getListNota traz em
\`somaTotal\` a soma de todos os valores do filtro, se o total é exato.

**Filtros.** Um filtro ausente não restringe nada: os 90 dias e o "não processado" que a tela mostra é ela que envia. Um campo desconhecido é
recusado (${RPC_ERROR.invalidParams}), para que um nome errado nunca amplie o resultado.

**O que mudou desde ontem.** \`searchFilter.alteradaDesde\` em Nota.getListNota traz o que mudou desde um instante, inclusive uma nota cancelada depois de processada.

## Quem pode o quê

*Visitante* não entrou. *Usuário* entrou. *Manifestante* é quem tem a permissão de manifestação. *Administrador* e *proprietário* administram a
conta. *API* é um programa com um token da conta: a coluna diz o escopo de que o token precisa, e sem ele a resposta é 'Acesso restrito: este token da API não tem o escopo …'. **sim**; **próprio**, só sobre si mesmo; **–**, recusado: sem sessão com
${RPC_ERROR.unauthorized}, com sessão com '${MESSAGES.acessoRestrito}' (na manifestação, '${MESSAGES.manifestacaoSemPermissao}'). Quem tem mais de um perfil
tem as permissões de todos eles. *Pede entrada recente*: se a pessoa entrou há mais de ${RECENT_SIGN_IN_MS / MINUTE_MS} minutos, a resposta é '${MESSAGES.reautenticacaoNecessaria}',
com \`erros: [{campo: "${REAUTHENTICATION_FIELD}", …}]\`, e nada muda; chame Auth.reautenticar e repita o pedido. Isso não vale para tokens da API. Para quem só tem acesso a algumas empresas, os documentos das outras não existem.`;
