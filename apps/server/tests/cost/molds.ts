import type { Coding } from "./recipe.ts";
import type { Lang } from "./spans.ts";

/** The process and port that receive an input. */
export type Target = "http" | "feed" | "mail";

/** A valid input of an endpoint, for recipes to mutate. head: request line and headers, empty for
 * mail; wrap: makes the sent bytes; hashes: intended password comparisons. */
export type Mold = {
  name: string;
  door: string;
  target: Target;
  head: string;
  body: string;
  lang: Lang;
  coding?: Coding;
  hashes?: number;
  wrap?: (body: Buffer) => Buffer | Promise<Buffer>;
};

/** A valid session and an empresa of its conta, for use in molds. */
export type MoldContext = { token: string; cookie: string; empresaId: string };

/** Placeholders replaced at each request: a new id, and a solved captcha. */
export const FRESH = "~n~";
export const SOLVED = (acao: string): string => `~captcha:${acao}~`;

const JSON_HEAD = "Content-Type: application/json; charset=utf-8";
const UUID = "018f4d2a-0000-7000-8000-000000000001";
const CHAVE = "35261112345678000190550010000000011000000017";
const BOUNDARY = "----malote7MA4YWxkTrZu0gW";

const PUBLIC_CALLS: readonly [method: string, params: unknown, hashes?: number][] = [
  ["Auth.logar", { identificador: `c${FRESH}`, nomeUsuario: "ana", senha: "Malote123", codigo: null }, 1],
  ["Auth.retomar", {}],
  ["Usuario.resetPassword", { email: `a${FRESH}@b.test` }],
  ["Usuario.loadSetupPassword", { resetToken: "a".repeat(43) }],
  ["Usuario.saveSetupPassword", writeSetupParams("resetToken", "newPassword"), 1],
  ["Usuario.loadInviteUsuario", { inviteToken: "a".repeat(43) }],
  ["Usuario.saveInviteUsuario", writeSetupParams("inviteToken", "password"), 1],
  ["Nota.getNotaDownloadPublico", { captcha: SOLVED("download"), ChaveAcesso: CHAVE }],
  ["Conta.newConta", writeConta()],
  ["Conta.sendContato", { captcha: SOLVED("contato"), homePageContato: writeContato() }],
  ["Nota.getListNota", { entradaSaida: "E", searchFilter: { texto: "a" }, page: 1, limit: 20 }],
  ["Nada.nada", { a: 1 }],
];

function writeSetupParams(token: string, senha: string): object {
  const usuario = { id: UUID, identificador: "a", nome: "Ana" };
  return { usuario, [token]: "a".repeat(43), [senha]: "Malote12345" };
}

function writeConta(): object {
  return {
    captcha: SOLVED("criar-conta"),
    conta: { tipoPessoa: "Jurídica", identificador: `nova${FRESH}`, uf: "SP" },
    emailUsuario: `a${FRESH}@b.test`,
    nomeUsuario: "ana",
    nomeCompleto: "Ana de Teste",
  };
}

function writeContato(): object {
  const email = `a${FRESH}@b.test`;
  return { nome: "Ana", email, telefone: "11 5555-0000", empresa: "Aurora", assunto: "Oi", mensagem: "Olá" };
}

/** Every HTTP endpoint: those without a session, and with a session those that take files. */
export function httpMolds(known: MoldContext): Mold[] {
  return [...rpcMolds(), ...getMolds(), ...restMolds(known), ...soapMolds(known), ...uploadMolds(known)];
}

function rpcMolds(): Mold[] {
  const rpc = { door: "JSON-RPC", target: "http", lang: "json" } as const;
  const head = `POST /Services/ HTTP/1.1\r\n${JSON_HEAD}`;
  const calls = PUBLIC_CALLS.map(
    ([method, params, hashes = 0]): Mold => ({
      ...rpc,
      name: method,
      head,
      body: JSON.stringify({ id: 1, method, params }),
      hashes,
    }),
  );
  const login = { jsonrpc: "2.0", id: 1, method: "Auth.logar", params: PUBLIC_CALLS[0]?.[1] };
  const captcha = {
    challenge: { parameters: { algorithm: "PBKDF2/SHA-256", cost: 1, data: { acao: "contato", ate: 2e12 } } },
  };
  return [
    ...calls,
    { ...rpc, name: "lote de chamadas", head, body: JSON.stringify([login]), hashes: 1 },
    {
      ...rpc,
      name: "serviço",
      head: head.replace("/Services/", "/Services/Auth"),
      body: '{"method":"logar","params":{}}',
    },
    {
      ...rpc,
      door: "captcha",
      name: "captcha inventado",
      head,
      body: JSON.stringify(captcha),
      wrap: (body) =>
        Buffer.from(
          JSON.stringify({
            method: "Conta.sendContato",
            params: { captcha: body.toString("base64"), homePageContato: writeContato() },
          }),
        ),
    },
  ];
}

const HEADERS = [
  "Accept: text/html,application/json;q=0.9,*/*;q=0.8",
  "Accept-Encoding: gzip, br;q=0.8",
  "Accept-Language: pt-BR, pt;q=0.9",
  "Cookie: malote-arquivo=abc; b=c",
  "Range: bytes=0-1,5-9",
  'If-None-Match: "a", W/"b"',
  "Authorization: Bearer abc",
  "Origin: https://exemplo.test",
].join("\r\n");

function getMolds(): Mold[] {
  const params = encodeURIComponent(JSON.stringify({ entradaSaida: "E", page: 1 }));
  const addresses: [door: string, address: string][] = [
    ["GET RPC", `/Services/?id=1&method=Nota.getListNota&params=${params}`],
    ["captcha", "/Services/captcha?acao=contato"],
    ["download público", `/Services/downloadPublico?captcha=abc&chaveAcesso=${CHAVE}&formato=xml`],
    ["páginas", "/"],
    ["páginas", "/nota/1?type=E&a=b"],
    ["páginas", "/assets/index-abc123.js"],
    ["páginas", "/sitemap.xml"],
    ["páginas", "/saude"],
    ["páginas", "/prontidao"],
    ["arquivos", `/Services/downloadAnexo?id=${UUID}`],
    ["REST", `/Services/rest/v1/notas?limit=20&emitente=a&chave=${CHAVE}`],
    ["REST", "/Services/rest/v1/openapi.json"],
    ["SOAP", "/Services/soap/MailInvoice?wsdl"],
  ];
  return addresses.map(([door, address]) => ({
    name: `GET ${address.slice(0, 40)}`,
    door,
    target: "http",
    head: `GET ${address} HTTP/1.1\r\n${HEADERS}`,
    body: "",
    lang: "url",
  }));
}

function restMolds({ token }: MoldContext): Mold[] {
  const rest = { door: "REST", target: "http", lang: "json" } as const;
  const auth = `Authorization: Bearer ${token}\r\nIdempotency-Key: k${FRESH}`;
  const body = JSON.stringify({ ids: [UUID], processado: true });
  return [
    {
      ...rest,
      name: "POST lote sem token",
      head: `POST /Services/rest/v1/notas/lote/processado HTTP/1.1\r\n${JSON_HEAD}`,
      body,
    },
    {
      ...rest,
      name: "POST lote com token",
      head: `POST /Services/rest/v1/notas/lote/processado HTTP/1.1\r\n${JSON_HEAD}\r\n${auth}`,
      body,
    },
    {
      ...rest,
      name: "GET notas com token",
      head: `GET /Services/rest/v1/notas?limit=20&emitente=aurora&chave=${CHAVE}&situacao=a,b HTTP/1.1\r\nAuthorization: Bearer ${token}`,
      body: "",
    },
  ];
}

const SOAP_URN = "urn:malote:MailInvoiceService:v1";

function writeEnvelope(message: string, header = ""): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${header}</s:Header><s:Body>${message}</s:Body></s:Envelope>`;
}

function soapMolds({ token }: MoldContext): Mold[] {
  const soap = { door: "SOAP", target: "http", lang: "xml" } as const;
  const head =
    'POST /Services/soap/MailInvoice HTTP/1.1\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: ""';
  const list = `<GetListNota xmlns="${SOAP_URN}"><limite>20</limite><emitente>aurora</emitente></GetListNota>`;
  const login = `<Logar xmlns="${SOAP_URN}"><identificador>c${FRESH}</identificador><nomeUsuario>a</nomeUsuario><senha>Malote123</senha></Logar>`;
  const auth = `<Autenticacao xmlns="${SOAP_URN}"><token>${token}</token></Autenticacao>`;
  return [
    { ...soap, name: "GetListNota sem token", head, body: writeEnvelope(list) },
    { ...soap, name: "Logar", head, body: writeEnvelope(login), hashes: 1 },
    {
      ...soap,
      door: "SOAP com sessão",
      name: "GetListNota com token",
      head,
      body: writeEnvelope(list, auth),
    },
  ];
}

/** A multipart form with fields and a file, as a browser sends it. */
function writeForm(
  fields: Readonly<Record<string, string>>,
  file: { name: string; type: string } | null,
): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `Content-Disposition: form-data; name="arquivo"; filename="${file?.name}"`;
  const last =
    file === null ? "" : `--${BOUNDARY}\r\n${disposition}\r\nContent-Type: ${file.type}\r\n\r\nabc\r\n`;
  return `${parts.join("")}${last}--${BOUNDARY}--\r\n`;
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><g transform="translate(1,2)"><path d="M0 0L10 10C1 2 3 4 5 6z" style="fill:red;stroke:url(#a)"/><text x="1" font-family="a">Olá</text></g></svg>';

function uploadMolds({ token, cookie, empresaId }: MoldContext): Mold[] {
  const type = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;
  const forms: [address: string, body: string][] = [
    ["certif", writeForm({ empresaId, certSenha: "abc" }, { name: "a.pfx", type: "application/x-pkcs12" })],
    ["import", writeForm({}, { name: "a.xml", type: "text/xml" })],
    ["logo", writeForm({ empresaId }, { name: "a.png", type: "image/png" })],
    [
      "exportChart",
      writeForm({ filename: "a", type: "image/svg+xml", width: "0", scale: "1", svg: SVG }, null),
    ],
  ];
  const auth = `Authorization: Bearer ${token}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin`;
  return forms.flatMap(([address, body]): Mold[] => {
    const head = `POST /Services/${address} HTTP/1.1\r\n${type}`;
    const both = { target: "http", lang: address === "exportChart" ? "xml" : "mime", body } as const;
    return [
      { ...both, name: `${address} sem sessão`, door: "envio sem sessão", head },
      { ...both, name: address, door: "envio com sessão", head: `${head}\r\n${auth}` },
    ];
  });
}

const NFE = "http://www.portalfiscal.inf.br/nfe";
const SERVICE = `${NFE}/wsdl/NFeDistribuicaoDFe`;

/** The feed's own port, called without a certificate. */
export function feedMolds(): Mold[] {
  const request = `<distDFeInt xmlns="${NFE}" versao="1.01"><tpAmb>1</tpAmb><cUFAutor>35</cUFAutor><CNPJ>27391485000148</CNPJ><distNSU><ultNSU>000000000000000</ultNSU></distNSU></distDFeInt>`;
  const feed = { door: "feed", target: "feed", lang: "xml" } as const;
  const address = "/Services/soap/NFeDistribuicaoDFe";
  const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><nfeDistDFeInteresse xmlns="${SERVICE}"><nfeDadosMsg>${request}</nfeDadosMsg></nfeDistDFeInteresse></s:Body></s:Envelope>`;
  const escaped = body.replace(request, request.replaceAll("<", "&lt;"));
  const head = `POST ${address} HTTP/1.1\r\nContent-Type: application/soap+xml; charset=utf-8`;
  return [
    { ...feed, name: "pergunta", head, body },
    { ...feed, name: "pergunta escapada", head, body: escaped },
    { ...feed, name: "wsdl", head: `GET ${address}?wsdl HTTP/1.1\r\nAccept: */*`, body: "" },
  ];
}
