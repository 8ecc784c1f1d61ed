import { SOAP_NAMESPACE } from "@malote/contract";
import { rest } from "./rest.ts";
import { rpc, type Wire } from "./wire.ts";

/** What an ERP does to documents, by any API. */
export type Porta = {
  nome: "REST" | "RPC" | "SOAP";
  mark(marca: Marca, nota: NotaDaPorta, valor: boolean): Promise<void>;
  markAll(notas: readonly NotaDaPorta[]): Promise<void>;
  manifest(nota: NotaDaPorta, novoStatus: number, justificativa: string): Promise<void>;
  consult(nota: NotaDaPorta): Promise<void>;
  askZip(de: string, ate: string): Promise<void>;
  send(nome: string, bytes: Buffer): Promise<void>;
};

export type Marca = "processado" | "recebido" | "conferido";
export type NotaDaPorta = { id: string; chave: string };
type Quem = { wire: Wire; token: string };

export const PORTAS: readonly ((quem: Quem) => Porta)[] = [byRest, byRpc, bySoap];

function byRest({ wire, token }: Quem): Porta {
  const call = async (address: string, body: unknown = undefined): Promise<void> => {
    const { status, bytes } = await rest(wire, { token }, address, body === undefined ? {} : { body });
    if (status >= 300) throw new Error(`${address}: ${status} ${bytes}`);
  };
  return {
    nome: "REST",
    mark: (marca, { id }, valor) => call(`PUT /notas/${id}/${marca}`, { valor }),
    markAll: (notas) =>
      call("POST /notas/lote/processado", { itens: notas.map(({ id }) => ({ id, valor: true })) }),
    manifest: ({ id }, novoStatus, justificativa) =>
      call(`POST /notas/${id}/manifestacao`, { novoStatus, justificativa }),
    consult: ({ id }) => call(`POST /notas/${id}/consultaSefaz`),
    askZip: (de, ate) => call("POST /downloads", { entradaSaida: "E", dateRange: { de, ate } }),
    send: async (nome, bytes) => {
      const response = await upload(wire, { path: "/Services/rest/v1/importacoes", token, nome, bytes });
      if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
    },
  };
}

const SETS = {
  processado: "setProcessadoErp",
  recebido: "setRecebido",
  conferido: "setConferido",
} as const;

function byRpc({ wire, token }: Quem): Porta {
  const call = async (method: string, params: unknown): Promise<void> => {
    const { result, error } = await rpc(wire, { id: 1, method, params, authToken: token });
    if (result?.sucesso !== true) throw new Error(`${method}: ${JSON.stringify(error ?? result)}`);
  };
  const mark: Porta["mark"] = (marca, { id }, valor) => call(`Nota.${SETS[marca]}`, { id, [marca]: valor });
  return {
    nome: "RPC",
    mark,
    markAll: async (notas) => {
      for (const nota of notas) await mark("processado", nota, true);
    },
    manifest: ({ id }, novoStatus, justificativa) =>
      call("Nota.manifestacao", { tipo: "NFe", id, novoStatus, justificativa }),
    consult: ({ chave }) => call("Nota.consultarSefaz", { tipo: "NFe", chave }),
    askZip: (de, ate) => call("Download.processaDownload", { entradaSaida: "E", dateRange: { de, ate } }),
    // The specification has a separate route for files.
    send: async (nome, bytes) => {
      const response = await upload(wire, { path: "/Services/import", token, nome, bytes });
      const text = await response.text();
      if (!JSON.parse(text).sucesso) throw new Error(text);
    },
  };
}

function bySoap({ wire, token }: Quem): Porta {
  const call = async (operacao: string, campos: Record<string, unknown>): Promise<void> => {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${token}</token></Autenticacao></s:Header><s:Body><${operacao} xmlns="${SOAP_NAMESPACE}">${writeCampos(campos)}</${operacao}></s:Body></s:Envelope>`;
    const response = await fetch(`${wire.server.url}/Services/soap/MailInvoice`, {
      method: "POST",
      headers: { "content-type": "text/xml; charset=utf-8" },
      body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${operacao}: ${response.status} ${text}`);
  };
  const OPERACOES = { processado: "SetProcessadoErp", recebido: "SetRecebido", conferido: "SetConferido" };
  return {
    nome: "SOAP",
    mark: (marca, { id }, valor) => call(OPERACOES[marca], { id, valor }),
    markAll: (notas) => call("SetProcessadoErpLote", { itens: notas.map(({ id }) => ({ id, valor: true })) }),
    manifest: ({ id }, novoStatus, justificativa) => call("Manifestacao", { id, novoStatus, justificativa }),
    consult: ({ id }) => call("ConsultarSefaz", { id }),
    askZip: (de, ate) => call("ProcessaDownload", { entradaSaida: "E", dateRange: { de, ate } }),
    send: (nome, bytes) => call("EnviarArquivo", { nome, conteudo: bytes.toString("base64") }),
  };
}

function writeCampos(campos: Record<string, unknown>): string {
  return Object.entries(campos)
    .flatMap(([nome, value]) => [value].flat().map((one) => `<${nome}>${writeValue(one)}</${nome}>`))
    .join("");
}

function writeValue(value: unknown): string {
  return typeof value === "object" && value !== null
    ? writeCampos(value as Record<string, unknown>)
    : String(value);
}

async function upload(
  wire: Wire,
  { path, token, nome, bytes }: { path: string; token: string; nome: string; bytes: Buffer },
): Promise<Response> {
  const body = new FormData();
  body.set("arquivo", new Blob([new Uint8Array(bytes)]), nome);
  return await fetch(wire.server.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body,
  });
}

/**
 * Tables that may differ between APIs: sessions, token usage, and stored answers of repeated
 * requests.
 */
const DA_PORTA = /^(sessao|api_token\w*|idempotencia)$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Masked token and instants inside text values. */
const TOKEN = /mal_live_[\w-]{4}…[\w-]{4}/g;
const INSTANTE = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Column types that are not compared: instants, ids, and bytes such as the hash chain. */
const NAO_COMPARADAS = ["timestamp with time zone", "bytea", "uuid", "tsvector"];

/** Every row of a conta in every table, without ids and instants, sorted. */
export async function readRows({ asOwner }: Wire, contaId: string): Promise<Record<string, string[]>> {
  const columns = await asOwner<{ tabela: string; colunas: string[] }>(
    `SELECT c.relname AS tabela, array_agg(quote_ident(a.attname) ORDER BY a.attname) FILTER (WHERE NOT format_type(a.atttypid, NULL) = ANY ($1)) AS colunas
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     GROUP BY c.relname HAVING bool_or(a.attname = 'conta_id') ORDER BY c.relname`,
    [NAO_COMPARADAS],
  );
  const rows: Record<string, string[]> = {};
  for (const { tabela, colunas } of columns) {
    if (DA_PORTA.test(tabela) || colunas === null) continue;
    const found = await asOwner<Record<string, unknown>>(
      `SELECT ${colunas.join(", ")} FROM ${tabela} WHERE conta_id = $1`,
      [contaId],
    );
    rows[tabela] = found
      .map((row) =>
        JSON.stringify(row).replace(UUID, "id").replace(TOKEN, "token").replace(INSTANTE, "instante"),
      )
      .sort();
  }
  return rows;
}
