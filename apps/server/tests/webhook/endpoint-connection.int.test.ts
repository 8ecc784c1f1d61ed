import net from "node:net";
import { DEFAULT_NETWORK } from "@malote/mailbox";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openWebhookClient, type WebhookClient } from "../../src/services/webhook/post-webhook.ts";
import { openWebhookEndpoint, type WebhookEndpoint } from "../setup/servers/webhook-endpoint.ts";
import { createWire, signInNewUser, type Wire } from "../setup/wire.ts";
import { openWebhookSetup, SANDBOX_WITHOUT_SERVERS } from "./webhook-setup.ts";

const LOCAL_NETWORK = { ...DEFAULT_NETWORK, permitirPrivado: true };
const MESSAGE = { id: "m1", timestamp: 1, assinaturas: "v1,x", corpo: "{}" };

let erp: WebhookEndpoint;
let clients: WebhookClient[] = [];
beforeEach(async () => {
  erp = await openWebhookEndpoint();
});
afterEach(async () => {
  for (const client of clients) client.close();
  clients = [];
  await erp.close();
});

function open(...args: Parameters<typeof openWebhookClient>): WebhookClient {
  const client = openWebhookClient(...args);
  clients.push(client);
  return client;
}

describe("connection to an endpoint", () => {
  test("an endpoint that does not answer is given up after the timeout", async () => {
    erp.respondWith(() => {});
    const began = performance.now();
    expect(await open(erp.url, { ...LOCAL_NETWORK, totalMs: 400 }).post(MESSAGE)).toMatchObject({
      ok: false,
      erro: "tempo",
      status: null,
    });
    expect(performance.now() - began).toBeLessThan(LOCAL_NETWORK.ociosoMs);
  });

  test("an endpoint that redirects is not followed", async () => {
    const canary = await openWebhookEndpoint();
    erp.respondWith((answer) => answer.writeHead(307, { location: canary.url }).end());
    expect(await open(erp.url, LOCAL_NETWORK).post(MESSAGE)).toMatchObject({
      erro: "redireciona",
      status: 307,
    });
    expect(canary.received).toEqual([]);
    await canary.close();
  });

  test("a closed connection and another protocol each have their own error", async () => {
    erp.respondWith((answer) => answer.socket?.destroy());
    expect(await open(erp.url, LOCAL_NETWORK).post(MESSAGE)).toMatchObject({
      erro: "interrompida",
      status: null,
    });
    erp.respondWith((answer) => answer.socket?.end("+OK POP3 ready\r\n"));
    expect(await open(erp.url, LOCAL_NETWORK).post(MESSAGE)).toMatchObject({
      erro: "protocolo",
      status: null,
    });
  });

  test("an endless answer counts as delivered, and only its beginning is read", async () => {
    const GIGABYTE = 1_073_741_824;
    let sent = 0;
    erp.respondWith((answer) => {
      answer.writeHead(200, { "content-length": String(GIGABYTE) });
      const chunk = Buffer.alloc(65_536, "a");
      const pour = (): void => {
        while (!answer.destroyed && sent < GIGABYTE && answer.write(chunk)) sent += chunk.length;
      };
      answer.on("drain", pour);
      pour();
    });
    const attempt = await open(erp.url, LOCAL_NETWORK).post(MESSAGE);
    expect(attempt).toMatchObject({ ok: true, status: 200 });
    expect(attempt.resposta).toHaveLength(1_000);
    expect(sent).toBeLessThan(16_777_216);
  });

  test("with keep-alive the next message uses the same connection", async () => {
    const ports = new Set<number | undefined>();
    erp.respondWith((answer) => {
      ports.add(answer.socket?.remotePort);
      answer.writeHead(204).end();
    });
    const client = open(erp.url, LOCAL_NETWORK);
    for (let n = 0; n < 3; n += 1) expect((await client.post(MESSAGE)).ok).toBe(true);
    expect(ports.size).toBe(1);
  });
});

describe("webhooks with an internal address", () => {
  const resolveNames = async (name: string) => {
    const addresses: Record<string, string[]> = {
      "privado.exemplo": ["10.0.0.5"],
      "metadados.exemplo": ["169.254.169.254"],
      "casa.exemplo": ["127.0.0.1", "::1"],
    };
    return addresses[name] ?? [];
  };

  test.each([
    ...["https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/latest/", "https://2130706433/"],
    ...["https://0x7f.1/", "https://[::ffff:127.0.0.1]/", "https://10.1.2.3/", "https://192.168.0.1:8443/"],
    ...["https://privado.exemplo/", "https://metadados.exemplo/", "https://casa.exemplo/"],
  ])("the internal address %s is never contacted", async (url) => {
    const attempt = await open(url, { ...LOCAL_NETWORK, permitirPrivado: false }, resolveNames).post(MESSAGE);
    expect(attempt).toMatchObject({ ok: false, erro: "endereco-proibido", status: null });
  });

  test("the address of cloud metadata is not contacted from the sandbox either", async () => {
    expect(await open("http://169.254.169.254/latest/", LOCAL_NETWORK).post(MESSAGE)).toMatchObject({
      erro: "endereco-proibido",
    });
  });

  test("a DNS name is resolved once, so that a later internal address is not contacted", async () => {
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    let asked = 0;
    const rebind = async () => answers[asked++] ?? [];
    erp.respondWith((answer) => answer.writeHead(200, { connection: "close" }).end());
    const client = open(`http://rebind.exemplo:${erp.port}/`, LOCAL_NETWORK, rebind);
    for (let n = 0; n < 3; n += 1) expect((await client.post(MESSAGE)).ok).toBe(true);
    expect([asked, erp.received.length]).toEqual([1, 3]);
  });
});

describe("a webhook of an ordinary conta", () => {
  let wire: Wire;
  beforeAll(async () => {
    wire = await createWire({ sandbox: { info: SANDBOX_WITHOUT_SERVERS }, allowPrivate: true });
  });
  afterAll(() => wire.dispose());

  test("a webhook is refused with an internal address, plain HTTP, a system port or a password in its URL", async () => {
    const setup = await openWebhookSetup(wire, false);
    const save = async (url: string) => {
      const { sucesso, erros } = await setup.manager.call("Webhook.saveWebhook", {
        webhook: { url, tipos: ["nota"] },
      });
      return [sucesso, erros?.[0]];
    };
    for (const [url, said] of [
      ["http://erp.exemplo.test/", "https"],
      ["https://127.0.0.1/", "interno"],
      ["https://[::1]/", "interno"],
      ["https://169.254.169.254/latest/meta-data", "interno"],
      ["https://localhost/", "interno"],
      ["https://8.8.8.8:25/", "porta"],
      ["https://a:b@erp.exemplo.test/", "senha"],
      ["ftp://erp.exemplo.test/", "completo"],
      ["nada", "completo"],
    ] as const) {
      const [sucesso, erro] = await save(url);
      expect([url, sucesso, JSON.stringify(erro)]).toEqual([url, false, expect.stringContaining(said)]);
    }
  });

  test("a stored webhook with an internal address is not contacted", async () => {
    const setup = await openWebhookSetup(wire, false);
    const { id } = await setup.createWebhook("https://8.8.8.8:8443/malote");
    let heard = 0;
    const canary = net.createServer(() => {
      heard += 1;
    });
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    const { port } = canary.address() as net.AddressInfo;
    await wire.asOwner("UPDATE webhook SET url = $2 WHERE id = $1", [id, `https://127.0.0.1:${port}/`]);
    const { object } = await setup.manager.call("Webhook.testWebhook", { id });
    expect(object).toMatchObject({ estado: "falhou", erro: expect.stringContaining("interno") });
    expect(heard).toBe(0);
    await new Promise((resolve) => canary.close(resolve));
  });

  test("webhooks can be managed only by managers", async () => {
    const { contaId, identificador } = await wire.createConta();
    const rita = await signInNewUser(wire, {
      conta: { contaId, identificador },
      nomeUsuario: "rita",
      administrador: false,
    });
    expect(await rita.call("Webhook.getListWebhook", {})).toMatchObject({ sucesso: false });
  });
});
