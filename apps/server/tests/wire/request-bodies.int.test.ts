import http from "node:http";
import {
  ERRORS_MAX,
  JSON_ANONYMOUS_ITEMS_MAX,
  JSON_ANONYMOUS_MAX,
  JSON_ITEMS_MAX,
  RPC_ID_MAX,
  SOAP_ANONYMOUS_MAX,
  SOAP_NAMESPACE,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOSTILE_PARAMS, HOSTILE_XML, writeCall, writeEnvelope } from "../setup/hostile-bodies.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

let wire: Wire;
let ana: SignedInUser;
let token: string;

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  const { object } = await ana.call("Usuario.setNewAPIToken", {});
  token = (object as { token: string }).token;
});
afterAll(() => wire.dispose());

const ANSWER_MAX = 65_536;
const JSON_TYPE = { "content-type": "application/json" };
const XML_TYPE = { "content-type": "text/xml; charset=utf-8" };
const RPC = "/Services/";
const REST = "/Services/rest/v1/webhooks";
const SOAP = "/Services/soap/MailInvoice";

type RawRequest = {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Number of bytes to send; the rest is withheld. */
  sent?: number;
  agent?: http.Agent;
};
type RawAnswer = { status: number; text: string };

/** One POST by a raw request: `fetch` always sends the whole body. */
async function send({ path, headers, body, sent, agent }: RawRequest): Promise<RawAnswer> {
  const bytes = Buffer.from(body);
  return await new Promise((resolve, reject) => {
    const request = http.request(
      wire.server.url + path,
      { method: "POST", headers: { "content-length": bytes.length, ...headers }, agent: agent ?? false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
          if (sent !== undefined) request.destroy();
        });
      },
    );
    request.on("error", reject);
    if (sent === undefined) request.end(bytes);
    else request.write(bytes.subarray(0, sent));
  });
}

const bearer = (value: string): Record<string, string> => ({ authorization: `Bearer ${value}` });
const rpc = async (body: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  await send({ path: RPC, headers: { ...JSON_TYPE, ...headers }, body });
const soap = async (body: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  await send({ path: SOAP, headers: { ...XML_TYPE, ...headers }, body });

/** A JSON-RPC error: its code and field errors. */
type Errors = { code?: number; data?: { mensagem?: string } | { campo: string; mensagem: string }[] };
const errorOf = ({ text: texto }: RawAnswer): Errors => (JSON.parse(texto) as { error: Errors }).error;
const sentenceOf = (answer: RawAnswer): unknown => {
  const { data } = errorOf(answer);
  return Array.isArray(data) ? data.map(({ campo }) => campo) : data?.mensagem;
};

describe("a costly body of 49 KB gets a short answer", () => {
  const SIZE = 49_000;
  const expectShort = ({ text: texto }: RawAnswer): void => {
    expect(Buffer.byteLength(texto)).toBeLessThanOrEqual(ANSWER_MAX);
    expect(texto.match(/"campo"|<campo>/g)?.length ?? 0).toBeLessThanOrEqual(2 * ERRORS_MAX);
    expect(texto).not.toMatch(/Internal error|Receiver|Server</);
  };

  test.each(HOSTILE_PARAMS)(
    "a costly JSON-RPC call without sign-in gets a short answer: %s",
    async (_, write) => {
      expectShort(await rpc(writeCall("Auth.logar", write(SIZE))));
    },
  );

  test.each(HOSTILE_PARAMS)("a costly JSON-RPC filter gets a short answer: %s", async (_, write) => {
    expectShort(await rpc(writeCall("Nota.getListNota", `{"searchFilter":${write(SIZE)}}`, ana.token)));
  });

  test.each(HOSTILE_PARAMS)("a costly batch of 20 calls gets a short answer: %s", async (_, write) => {
    const calls = Array.from(
      { length: 20 },
      (_one, id) => `{"jsonrpc":"2.0","id":${id},"method":"Auth.logar","params":${write(SIZE / 20)}}`,
    );
    expectShort(await rpc(`[${calls.join(",")}]`));
  });

  test.each(HOSTILE_PARAMS)("a costly REST body gets a short answer: %s", async (_, write) => {
    const headers = { ...JSON_TYPE, ...bearer(ana.token) };
    const problem = await send({ path: REST, headers, body: write(SIZE) });
    expect(problem.status).toBe(400);
    expectShort(problem);
  });

  test.each(HOSTILE_XML)("a costly SOAP message gets a short answer: %s", async (_, write) => {
    expectShort(await soap(write(SIZE)));
  });

  test("a list of invalid elements gets a limited number of errors", async () => {
    const ids = `[${"1,".repeat(400)}1]`;
    const answer = await rpc(
      writeCall("ApiToken.saveApiToken", `{"apiToken":{"empresas":${ids}}}`, ana.token),
    );
    expectShort(answer);
    expect(errorOf(answer).code).toBe(-32602);
    expect(errorOf(answer).data).toHaveLength(ERRORS_MAX);
    const lote = { path: "/Services/rest/v1/notas/lote/processado", body: `{"itens":${ids}}` };
    const problem = await send({ ...lote, headers: { ...JSON_TYPE, ...bearer(ana.token) } });
    expectShort(problem);
    expect((JSON.parse(problem.text) as { erros: unknown[] }).erros).toHaveLength(ERRORS_MAX);
  });

  test("invalid query parameters get a limited number of errors", async () => {
    const query = Array.from({ length: 1_500 }, (_, n) => `k${n}=1`).join("&");
    const answer = await fetch(`${wire.server.url}/Services/rest/v1/notas?${query}`, {
      headers: bearer(token),
    });
    const problem = (await answer.json()) as { erros: unknown[] };
    expect([answer.status, problem.erros.length]).toEqual([400, ERRORS_MAX]);
    const params = `{${Array.from({ length: 500 }, (_, n) => `"k${n}":1`).join(",")}}`;
    const get = await fetch(
      `${wire.server.url}/Services/?method=Auth.logar&params=${encodeURIComponent(params)}`,
    );
    expect((await get.text()).length).toBeLessThan(ANSWER_MAX);
  });
});

describe("JSON-RPC: limits before authentication", () => {
  /** A call of this many bytes. */
  const ofBytes = (bytes: number): string => {
    const bare = writeCall("Usuario.getUsuarioAtual", '{"x":""}', ana.token);
    return writeCall("Usuario.getUsuarioAtual", `{"x":"${"a".repeat(bytes - bare.length)}"}`, ana.token);
  };

  test("JSON-RPC accepts 64 KB from any client, and more only with a valid token in the header", async () => {
    expect((await rpc(ofBytes(JSON_ANONYMOUS_MAX))).status).toBe(200);
    const more = ofBytes(JSON_ANONYMOUS_MAX + 1);
    for (const headers of [{}, bearer(`${ana.token.slice(1)}A`), bearer("x")]) {
      const answer = await rpc(more, headers);
      expect(answer.status).toBe(413);
      expect(sentenceOf(answer)).toBe(
        "O pedido passa de 64 KB. Para enviar até 1 MB, envie o token no cabeçalho Authorization: Bearer TOKEN.",
      );
    }
    for (const one of [ana.token, token]) expect((await rpc(more, bearer(one))).status).toBe(200);
  });

  test("a large body without a known caller is refused before it has arrived", async () => {
    const body = ofBytes(JSON_ANONYMOUS_MAX + 1);
    const answer = await send({ path: REST, headers: JSON_TYPE, body, sent: 10 });
    expect(answer.status).toBe(401);
  });

  test("JSON-RPC accepts a limited number of keys and elements", async () => {
    const of = (items: number): string =>
      `{"id":1,"method":"Nota.nada","params":[${"1,".repeat(items - 4)}1]}`;
    expect(errorOf(await rpc(of(JSON_ANONYMOUS_ITEMS_MAX))).code).toBe(-32602);
    expect(sentenceOf(await rpc(of(JSON_ANONYMOUS_ITEMS_MAX + 1)))).toBe(
      "O pedido tem mais de 2000 chaves e itens.",
    );
    const pad = " ".repeat(JSON_ANONYMOUS_MAX);
    expect(errorOf(await rpc(of(JSON_ITEMS_MAX) + pad, bearer(token))).code).toBe(-32602);
    expect(errorOf(await rpc(of(JSON_ITEMS_MAX + 1) + pad, bearer(token))).code).toBe(-32600);
  });

  test("the size limit applies to the decompressed body", async () => {
    const { gzipSync } = await import("node:zlib");
    const headers = { ...JSON_TYPE, "content-encoding": "gzip" };
    const to = async (bytes: number, more = {}): Promise<number> => {
      const body = gzipSync(ofBytes(bytes));
      const init = { method: "POST", headers: { ...headers, ...more }, body };
      return (await fetch(wire.server.url + RPC, init)).status;
    };
    expect(await to(JSON_ANONYMOUS_MAX)).toBe(200);
    expect(await to(JSON_ANONYMOUS_MAX + 1)).toBe(413);
    expect(await to(JSON_ANONYMOUS_MAX + 1, bearer(token))).toBe(200);
  });

  test("an id up to the maximum length is echoed, a longer one refused, in both dialects", async () => {
    for (const version of ["", '"jsonrpc":"2.0",']) {
      const of = (chars: number): string => `{${version}"id":"${"i".repeat(chars)}","method":"Nota.nada"}`;
      expect(JSON.parse((await rpc(of(RPC_ID_MAX))).text)).toMatchObject({ error: { code: -32601 } });
      const long = JSON.parse((await rpc(of(RPC_ID_MAX + 1))).text);
      expect(long).toMatchObject({ id: null, error: { code: -32600 } });
    }
  });
});

describe("SOAP: limits before authentication", () => {
  const writeAuthHeader = (value: string): string =>
    `<s:Header><Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${value}</token></Autenticacao></s:Header>`;
  /** A call of this many bytes with a file of unknown type. */
  const ofBytes = (bytes: number, header = ""): string => {
    const write = (content: string): string =>
      writeEnvelope(
        `<EnviarArquivo xmlns="${SOAP_NAMESPACE}"><nome>a.xml</nome><conteudo>${content}</conteudo></EnviarArquivo>`,
        header,
      );
    return write("A".repeat(bytes - write("").length));
  };
  const codigo = ({ text: texto }: RawAnswer): string | undefined =>
    /<codigo>(\w+)<\/codigo>/.exec(texto)?.[1];

  test("SOAP accepts 64 KB from any client, and more only with a token in the header or at the start of the message", async () => {
    const large = SOAP_ANONYMOUS_MAX + 4_000;
    expect(codigo(await soap(ofBytes(SOAP_ANONYMOUS_MAX, writeAuthHeader("x"))))).toBe("restTokenRecusado");
    expect(codigo(await soap(ofBytes(large)))).toBe("restSemToken");
    expect(codigo(await soap(ofBytes(large, writeAuthHeader("x"))))).toBe("restTokenRecusado");
    expect(codigo(await soap(ofBytes(large, writeAuthHeader(token))))).toBe("importacaoFormato");
    expect(codigo(await soap(ofBytes(large), bearer(token)))).toBe("importacaoFormato");
  });

  test("SOAP ignores a token after the first 64 KB", async () => {
    const header = writeAuthHeader(token).replace(
      "<s:Header>",
      `<s:Header><a>${"a".repeat(SOAP_ANONYMOUS_MAX)}</a>`,
    );
    expect(codigo(await soap(ofBytes(SOAP_ANONYMOUS_MAX * 2, header)))).toBe("restSemToken");
  });

  test("an unknown SOAP caller is answered before the rest arrives, and the connection serves the next call", async () => {
    const body = ofBytes(10_000_000);
    const early = await send({ path: SOAP, headers: XML_TYPE, body, sent: SOAP_ANONYMOUS_MAX + 1 });
    expect(codigo(early)).toBe("restSemToken");
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const first = await send({ path: SOAP, headers: XML_TYPE, body: ofBytes(900_000), agent });
    const second = await send({ path: RPC, headers: JSON_TYPE, body: writeCall("Nota.nada", "{}"), agent });
    agent.destroy();
    expect([codigo(first), second.status]).toEqual(["restSemToken", 200]);
  });

  test("0.9 MB of nested namespace declarations is not parsed without a token, and refused with one", async () => {
    const write = HOSTILE_XML.find(([nome]) => nome === "declarations in each other")?.[1];
    const body = write?.(900_000) ?? "";
    expect(codigo(await soap(body))).toBe("restSemToken");
    expect(codigo(await soap(body, bearer(token)))).toBe("soapMalformado");
  });

  test("a SOAP list may be as long as the same list in REST", async () => {
    const mark = async (many: number): Promise<string> => {
      const lote = "<itens><valor>true</valor></itens>".repeat(many);
      const operation = `<SetProcessadoErpLote xmlns="${SOAP_NAMESPACE}">${lote}</SetProcessadoErpLote>`;
      return (await soap(writeEnvelope(operation, writeAuthHeader(token)))).text;
    };
    const full = "2500 chaves e itens";
    expect([(await mark(1_249)).includes(full), (await mark(1_250)).includes(full)]).toEqual([false, true]);
  });
});
