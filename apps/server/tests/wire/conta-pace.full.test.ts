import { SOAP_NAMESPACE } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { CALL_PACE, createContaPace } from "../../src/pace/conta-pace.ts";
import { createTestContext } from "../setup/context.ts";
import { openWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

/** Time passes only by the test's clock: a call costs nothing, and a conta over its share stays so. */
const STRICT = { ...CALL_PACE, share: 1e-9, creditMs: 500, callingMs: 10 * MINUTE_MS };
const CHART = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0L9 9"/></svg>`;

let wire: Wire;
let busy: SignedInUser;
let quiet: SignedInUser;
let waited = 0;
let now = 0;
beforeAll(async () => {
  const context = await createTestContext();
  const pace = createContaPace(STRICT, { now: () => now, onWait: () => (waited += 1) });
  context.ctx.pace = pace;
  wire = await openWire(context);
  [busy, quiet] = [await signInNewUser(wire), await signInNewUser(wire)];
  await pace.run(busy.contaId, async () => {
    now += 1_000;
  });
});
afterAll(() => wire?.dispose());

const list = { entradaSaida: "E", searchFilter: {}, currentPage: 1 };
const SOAP = (token: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${token}</token></Autenticacao></s:Header><s:Body><GetNota xmlns="${SOAP_NAMESPACE}"><id>${newId()}</id></GetNota></s:Body></s:Envelope>`;

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

type ApiRequest = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | FormData;
};
const ENDPOINTS: readonly [name: string, ask: (token: string) => ApiRequest][] = [
  [
    "JSON-RPC",
    () => ({
      path: "/Services/",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: 1, method: "Nota.getListNota", params: list }),
    }),
  ],
  ["REST", () => ({ path: "/Services/rest/v1/notas" })],
  [
    "SOAP",
    (token) => ({
      path: "/Services/soap/MailInvoice",
      method: "POST",
      headers: { "content-type": "text/xml; charset=utf-8" },
      body: SOAP(token),
    }),
  ],
  ["a file", () => ({ path: `/Services/downloadDanfe?id=${newId()}` })],
  [
    "a chart",
    () => ({
      path: "/Services/exportChart",
      method: "POST",
      body: formOf({ filename: "a", type: "image/svg+xml", svg: CHART }),
    }),
  ],
];

async function send({ token }: SignedInUser, requestOf: (token: string) => ApiRequest): Promise<Response> {
  const { path, headers, ...rest } = requestOf(token);
  return await fetch(wire.server.url + path, {
    ...rest,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
}

test.each(ENDPOINTS)(
  "over %s, a conta that makes many calls waits, and another conta does not",
  async (_name, requestOf) => {
    const before = waited;
    const other = await send(quiet, requestOf);
    expect(waited).toBe(before);
    expect(other.status).not.toBe(503);
    const answer = send(busy, requestOf);
    await expect.poll(() => waited).toBe(before + 1);
    now += STRICT.waitMs + 1;
    const refused = await answer;
    const isFault = (await refused.text()).includes("Fault");
    expect(isFault ? 500 : 503).toBe(refused.status);
  },
);

test("signing in and calls without a session are not paced", async () => {
  const before = waited;
  await send({ ...busy, token: "a".repeat(43) }, ENDPOINTS[0]?.[1] ?? (() => ({ path: "/" })));
  const body = { id: 1, method: "Auth.getCaptcha", params: {} };
  await fetch(`${wire.server.url}/Services/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(waited).toBe(before);
});
