import { SOAP_NAMESPACE } from "@malote/contract";
import {
  byUltNsu,
  type ClientCertificate,
  readAnswer,
  sendFeedRequest,
  writeRequest,
} from "../../setup/feed-client.ts";

/** Addresses of the product and credentials for its APIs. */
export type ApiAddresses = {
  base: string;
  feedPort: number;
  /** A session token, which every API accepts. */
  token: string;
  clientCertificate: ClientCertificate;
  ancoraPem: string;
  cnpj: string;
  /** An existing e-mail: its file is one blob. */
  emailId: string | null;
};

const ASK_MS = 30_000;
/** Timeout of a supervisor's probe. */
const PROBE_MS = 10_000;
const SOAP_ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";
const NO_ID = "00000000-0000-7000-8000-000000000000";

/** Status of one request; "mudo" = no answer in time, "—" = connection refused. */
async function statusOf(url: string, init: RequestInit = {}, ms = ASK_MS): Promise<string> {
  return await describeStatus(fetch(url, { ...init, signal: AbortSignal.timeout(ms) }));
}

/** Like statusOf, with the shorter timeout of a probe. */
export async function probeOf(url: string): Promise<string> {
  return await statusOf(url, {}, PROBE_MS);
}

/** @param pattern part of the body to append */
async function describeStatus(asking: Promise<Response>, pattern?: RegExp): Promise<string> {
  try {
    const answer = await asking;
    const found = pattern?.exec(await answer.text())?.[1];
    return [answer.status, ...(found === undefined ? [] : [found])].join(" ");
  } catch (error) {
    return describeError(error);
  }
}

function describeError(error: unknown): string {
  return error instanceof Error && error.name === "TimeoutError" ? "mudo" : "—";
}

/**
 * SOAP 1.1 and SEFAZ's protocol report an outage in the body: a fault is always 500, a feed answer
 * 200.
 */
export const OUTAGE_ANSWERS: Readonly<Record<string, string>> = {
  rpc: "503",
  rest: "503",
  soap: "500 restIndisponivel",
  feed: "200 cStat 108",
  arquivo: "503",
};

/** Sends one request that needs the database to every API, and downloads one blob. */
export async function probeApis(where: ApiAddresses): Promise<Record<string, string>> {
  const { base, token, emailId } = where;
  const bearer = { authorization: `Bearer ${token}` };
  const params = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  const rpc = JSON.stringify({ id: 1, method: "Auth.logar", params });
  const json = { "content-type": "application/json" };
  const soap = { "content-type": "text/xml; charset=utf-8" };
  const requests = {
    rpc: statusOf(`${base}/Services/`, { method: "POST", headers: json, body: rpc }),
    rest: statusOf(`${base}/Services/rest/v1/notas`, { headers: bearer }),
    soap: describeStatus(
      fetch(`${base}/Services/soap/MailInvoice`, {
        ...{ method: "POST", headers: soap, body: writeSoap(token), signal: AbortSignal.timeout(ASK_MS) },
      }),
      /<codigo>(\w+)</,
    ),
    feed: probeFeed(where),
    arquivo: statusOf(`${base}/Services/downloadEmailAnexo?emailId=${emailId ?? NO_ID}`, { headers: bearer }),
  };
  const statuses = Object.entries(requests).map(async ([name, status]) => [name, await status] as const);
  return Object.fromEntries(await Promise.all(statuses));
}

function writeSoap(token: string): string {
  const header = `<Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${token}</token></Autenticacao>`;
  const body = `<GetListNota xmlns="${SOAP_NAMESPACE}"><limite>1</limite></GetListNota>`;
  return `<s:Envelope xmlns:s="${SOAP_ENVELOPE}"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
}

async function probeFeed({ feedPort, clientCertificate, ancoraPem, cnpj }: ApiAddresses): Promise<string> {
  const feed = { port: feedPort, url: "", stop: async () => {} };
  const feedBody = writeRequest(byUltNsu(0), { cnpj });
  const late = AbortSignal.timeout(ASK_MS);
  const silence = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(late.reason));
  });
  return await Promise.race([
    sendFeedRequest(feed, { certificate: clientCertificate, ancoraPem, body: feedBody }),
    silence,
  ]).then((answer) => `${answer.status} cStat ${readAnswer(answer).cStat}`, describeError);
}
