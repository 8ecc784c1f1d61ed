import { SOAP_NAMESPACE } from "@malote/contract";
import { rpc, type Wire } from "../setup/wire.ts";
import { rest } from "./send-rest.ts";

/** What an ERP does to documents, by any API. */
export type ErpApi = {
  nome: "REST" | "RPC" | "SOAP";
  mark(flag: Flag, nota: ErpNota, valor: boolean): Promise<void>;
  markAll(notas: readonly ErpNota[]): Promise<void>;
  manifest(nota: ErpNota, novoStatus: number, justificativa: string): Promise<void>;
  consult(nota: ErpNota): Promise<void>;
  askZip(de: string, ate: string): Promise<void>;
  send(nome: string, bytes: Buffer): Promise<void>;
};

export type Flag = "processado" | "recebido" | "conferido";
export type ErpNota = { id: string; chave: string };
type ApiCaller = { wire: Wire; token: string };

export const ERP_APIS: readonly ((caller: ApiCaller) => ErpApi)[] = [byRest, byRpc, bySoap];

function byRest({ wire, token }: ApiCaller): ErpApi {
  const call = async (address: string, body: unknown = undefined): Promise<void> => {
    const { status, bytes } = await rest(wire, { token }, address, body === undefined ? {} : { body });
    if (status >= 300) throw new Error(`${address}: ${status} ${bytes}`);
  };
  return {
    nome: "REST",
    mark: (flag, { id }, valor) => call(`PUT /notas/${id}/${flag}`, { valor }),
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

function byRpc({ wire, token }: ApiCaller): ErpApi {
  const call = async (method: string, params: unknown): Promise<void> => {
    const { result, error } = await rpc(wire, { id: 1, method, params, authToken: token });
    if (result?.sucesso !== true) throw new Error(`${method}: ${JSON.stringify(error ?? result)}`);
  };
  const mark: ErpApi["mark"] = (flag, { id }, valor) => call(`Nota.${SETS[flag]}`, { id, [flag]: valor });
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

function bySoap({ wire, token }: ApiCaller): ErpApi {
  const call = async (operacao: string, fields: Record<string, unknown>): Promise<void> => {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${token}</token></Autenticacao></s:Header><s:Body><${operacao} xmlns="${SOAP_NAMESPACE}">${writeFields(fields)}</${operacao}></s:Body></s:Envelope>`;
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
    mark: (flag, { id }, valor) => call(OPERACOES[flag], { id, valor }),
    markAll: (notas) => call("SetProcessadoErpLote", { itens: notas.map(({ id }) => ({ id, valor: true })) }),
    manifest: ({ id }, novoStatus, justificativa) => call("Manifestacao", { id, novoStatus, justificativa }),
    consult: ({ id }) => call("ConsultarSefaz", { id }),
    askZip: (de, ate) => call("ProcessaDownload", { entradaSaida: "E", dateRange: { de, ate } }),
    send: (nome, bytes) => call("EnviarArquivo", { nome, conteudo: bytes.toString("base64") }),
  };
}

function writeFields(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .flatMap(([nome, value]) => [value].flat().map((one) => `<${nome}>${writeValue(one)}</${nome}>`))
    .join("");
}

function writeValue(value: unknown): string {
  return typeof value === "object" && value !== null
    ? writeFields(value as Record<string, unknown>)
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
const API_TABLES = /^(sessao|api_token\w*|idempotencia)$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Masked token and instants inside text values. */
const TOKEN = /mal_live_[\w-]{4}…[\w-]{4}/g;
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Column types that are not compared: instants, ids, and bytes such as the hash chain. */
const IGNORED_TYPES = ["timestamp with time zone", "bytea", "uuid", "tsvector"];

/** Every row of a conta in every table, without ids and instants, sorted. */
export async function readRows({ asOwner }: Wire, contaId: string): Promise<Record<string, string[]>> {
  const columns = await asOwner<{ tabela: string; colunas: string[] }>(
    `SELECT c.relname AS tabela, array_agg(quote_ident(a.attname) ORDER BY a.attname) FILTER (WHERE NOT format_type(a.atttypid, NULL) = ANY ($1)) AS colunas
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     GROUP BY c.relname HAVING bool_or(a.attname = 'conta_id') ORDER BY c.relname`,
    [IGNORED_TYPES],
  );
  const rows: Record<string, string[]> = {};
  for (const { tabela: table, colunas: columnNames } of columns) {
    if (API_TABLES.test(table) || columnNames === null) continue;
    const found = await asOwner<Record<string, unknown>>(
      `SELECT ${columnNames.join(", ")} FROM ${table} WHERE conta_id = $1`,
      [contaId],
    );
    rows[table] = found
      .map((row) =>
        JSON.stringify(row).replace(UUID, "id").replace(TOKEN, "token").replace(INSTANT, "instante"),
      )
      .sort();
  }
  return rows;
}
