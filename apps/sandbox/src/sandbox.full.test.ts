import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { examineDfe, readDfe } from "@malote/dfe";
import { isChaveAcesso } from "@malote/syntax";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedKeySet } from "./document-generator/certificates/shared-key-set.ts";
import { type Sandbox, startSandbox } from "./index.ts";
import { SCENARIOS } from "./scenarios/scenarios.ts";
import { consultSefaz, envelope } from "./tests/consult-sefaz.ts";
import { anexosOf, http, https, pop3 } from "./tests/http-and-pop3.ts";
import { hasSchemas, validateSchema } from "./tests/validate-schema.ts";

let dir: string;
let sandbox: Sandbox;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-sandbox-"));
  await seedKeySet(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
}, 60_000);

afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Plays a scenario; returns its keys and the messages it delivered. */
async function play(nome: string): Promise<{ chaves: string[]; mensagens: Buffer[] }> {
  const { caixa } = sandbox.mail;
  const before = caixa.list().length;
  const { chaves } = await sandbox.playScenario(nome);
  const messages = caixa
    .list()
    .slice(before)
    .map((message) => caixa.read(message));
  return { chaves, mensagens: messages };
}

function xmlOf(message: Buffer | undefined): Buffer {
  const xml = anexosOf(message ?? Buffer.alloc(0)).find(({ nome }) => nome.endsWith(".xml"));
  if (!xml) throw new Error("no XML in the message");
  return xml.bytes;
}

function judge(xml: Buffer) {
  return examineDfe(xml, { trustedCas: [sandbox.info.ancoraPem] });
}

function consult(chave: string, empresa = 0) {
  return consultSefaz(sandbox.info, chave, empresa);
}

describe("playing the scenarios", () => {
  test.each([
    ["nota-autorizada", 1, 1],
    ["nota-cancelada-depois", 1, 1],
    ["nota-adulterada", 1, 1],
    ["adulterada-antes-da-genuina", 1, 2],
    ["evento-antes-da-nota", 1, 2],
    ["email-sem-dfe", 0, 1],
    ["zip-com-tres-notas", 3, 1],
    ["cnpj-alfanumerico", 1, 1],
    ["nota-desconhecida", 1, 1],
    ["anexo-nao-xml", 0, 1],
    ["xml-nao-dfe", 0, 1],
    ["mensagem-ilegivel", 0, 1],
  ])("the scenario %s makes %i new keys in %i messages", async (nome, chaves, messages) => {
    const first = await play(nome);
    expect([first.chaves.length, first.mensagens.length]).toEqual([chaves, messages]);
    expect(first.chaves.every(isChaveAcesso)).toBe(true);
    const second = await play(nome);
    expect(second.chaves.filter((chave) => first.chaves.includes(chave))).toEqual([]);
  });

  test("each scenario has a name, a title and a description", () => {
    expect(SCENARIOS.every(({ nome }) => /^[a-z]+(-[a-z]+)*$/.test(nome))).toBe(true);
    expect(SCENARIOS.every(({ titulo, descricao }) => titulo !== "" && descricao.endsWith("."))).toBe(true);
  });

  test.each(["nota-autorizada", "cnpj-alfanumerico"])(
    "the scenario %s yields a valid document",
    async (nome) => {
      const { chaves, mensagens: messages } = await play(nome);
      const { reading: leitura, veredito, achados } = judge(xmlOf(messages[0]));
      expect(leitura).toMatchObject({
        kind: "nota",
        nota: {
          chaveAcesso: chaves[0],
          ambiente: "1",
          destinatario: { documento: sandbox.info.empresas[0]?.cnpj },
        },
      });
      expect([veredito, achados]).toEqual(["autentica", []]);
      expect((await consult(chaves[0] ?? "")).cStat).toBe("100");
    },
  );

  test("nota-cancelada-depois is authorized (100) at first and cancelled (101) three seconds later", async () => {
    const { chaves } = await play("nota-cancelada-depois");
    expect((await consult(chaves[0] ?? "")).cStat).toBe("100");
    sandbox.clock.advance(3_000);
    const { cStat, body } = await consult(chaves[0] ?? "");
    sandbox.clock.reset();
    expect(cStat).toBe("101");
    expect(body).toContain('<procEventoNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><evento');
    if (hasSchemas)
      validateSchema("retConsSitNFe_v4.00.xsd", /<retConsSitNFe.*<\/retConsSitNFe>/s.exec(body)?.[0] ?? "");
  });

  test("nota-adulterada has a broken signature, and SEFAZ has the original nota", async () => {
    const { chaves, mensagens: messages } = await play("nota-adulterada");
    const { reading: leitura, veredito } = judge(xmlOf(messages[0]));
    expect([leitura.kind, veredito]).toEqual(["nota", "assinatura-invalida"]);
    expect((await consult(chaves[0] ?? "")).cStat).toBe("100");
  });

  test("adulterada-antes-da-genuina delivers the forged copy first, under the same key", async () => {
    const { mensagens: messages } = await play("adulterada-antes-da-genuina");
    const [forged, genuine] = messages.map((message) => judge(xmlOf(message)));
    expect([forged?.veredito, genuine?.veredito]).toEqual(["assinatura-invalida", "autentica"]);
  });

  test("evento-antes-da-nota delivers a valid cancellation, then its nota; SEFAZ returns 101", async () => {
    const { chaves, mensagens: messages } = await play("evento-antes-da-nota");
    const [evento, nota] = messages.map((message) => judge(xmlOf(message)));
    expect(evento?.reading).toMatchObject({
      kind: "evento",
      evento: { chaveAcesso: chaves[0], tpEvento: "110111", cStat: "135" },
    });
    expect([evento?.veredito, nota?.reading.kind]).toEqual(["autentica", "nota"]);
    expect((await consult(chaves[0] ?? "")).cStat).toBe("101");
  });

  test("zip-com-tres-notas delivers three entries named by their keys", async () => {
    const { chaves, mensagens: messages } = await play("zip-com-tres-notas");
    const [zip] = anexosOf(messages[0] ?? Buffer.alloc(0));
    const names = zip?.bytes.toString("latin1").match(/[0-9A-Z]{44}-procNFe\.xml/g);
    expect([...new Set(names)]).toEqual(chaves.map((chave) => `${chave}-procNFe.xml`));
  });

  test("messages without DF-e are classified by their content", async () => {
    const naoXml = await play("anexo-nao-xml");
    const naoDfe = await play("xml-nao-dfe");
    expect(readDfe(xmlOf(naoXml.mensagens[0])).kind).toMatch(/^(ilegivel|nao-dfe)$/);
    expect(readDfe(xmlOf(naoDfe.mensagens[0])).kind).toMatch(/^(nao-dfe|outro-dfe)$/);
    const { chaves } = await play("nota-desconhecida");
    expect((await consult(chaves[0] ?? "")).cStat).toBe("217");
  });

  test.skipIf(!hasSchemas)(
    "a nota sent by e-mail is valid by the schemas (../shared/schemas/nfe-PL_010_V1.30)",
    async () => {
      const { mensagens: messages } = await play("nota-autorizada");
      validateSchema("procNFe_v4.00.xsd", xmlOf(messages[0]).toString("utf8"));
    },
  );
});

describe("the SEFAZ simulator", () => {
  const refused = /ECONNRESET|EPIPE|socket hang up|alert|certificate|handshake/i;

  test("the simulator rejects a client without certificate or with a certificate of another CA", async () => {
    const { sefazUrl, ancoraPem } = sandbox.info;
    const url = `${sefazUrl}/SP/55/NFeConsultaProtocolo4`;
    const before = sandbox.sefaz.counters.read().recusasTls;
    await expect(https(url, { ca: ancoraPem }, "")).rejects.toThrow(refused);
    const stranger = await makeStranger();
    await expect(
      https(url, { ca: ancoraPem, key: stranger.chavePem, cert: stranger.certificadoPem }, ""),
    ).rejects.toThrow(refused);
    expect(sandbox.sefaz.counters.read().recusasTls).toBe(before + 2);
  });

  test("the simulator answers with its faults: 108, an HTML page, a SOAP fault, silence", async () => {
    const { chaves } = await play("nota-autorizada");
    const chave = chaves[0] ?? "";
    const ask = () => consult(chave, 1);
    sandbox.sefaz.setFault("fora-do-ar");
    expect((await ask()).cStat).toBe("108");
    sandbox.sefaz.setFault("html-500");
    expect((await ask()).body).toMatch(/^<!DOCTYPE html>/);
    sandbox.sefaz.setFault("soap-fault");
    expect((await ask()).body).toContain("<soap:Value>soap:Receiver</soap:Value>");
    sandbox.sefaz.setFault("sem-resposta");
    const silence = new Promise((resolve) => setTimeout(resolve, 150, "silence"));
    const asked = ask().catch(() => "hung up");
    expect(await Promise.race([asked, silence])).toBe("silence");
    sandbox.sefaz.setFault("nenhuma");
    expect((await ask()).cStat).toBe("100");
    await sandbox.sefaz.stop();
    expect(await asked).toBe("hung up");
    await sandbox.stop();
    sandbox = await startSandbox({ dir, consolePort: 0 });
  });

  test("the simulator has no endpoint for unknown services, and answers invalid input with a SOAP fault", async () => {
    const { sefazUrl, ancoraPem, empresas } = sandbox.info;
    const pfx = Buffer.from(empresas[0]?.pfxBase64 ?? "", "base64");
    const options = { pfx, passphrase: empresas[0]?.pfxSenha, ca: ancoraPem };
    const post = (url: string, body: string, type = "application/soap+xml") =>
      https(`${sefazUrl}${url}`, { ...options, headers: { "Content-Type": type } }, body);
    expect((await post("/SP/55/NFeAutorizacao4", "")).status).toBe(404);
    expect((await post("/XX/55/NFeConsultaProtocolo4", "")).status).toBe(404);
    expect((await post("/SP/55/NFeConsultaProtocolo4", "<a>")).body).toContain("soap:Sender");
    expect((await post("/SP/55/NFeStatusServico4", envelope("1"))).body).toContain("soap:Sender");
    expect((await post("/SP/55/NFeConsultaProtocolo4", envelope("1"), "text/xml")).body).toContain(
      "soap:Sender",
    );
    expect((await post("/ws/nfeconsultaprotocolo4.asmx", envelope("1"))).body).toContain(
      "<cStat>215</cStat>",
    );
  });
});

describe("the mail servers of the sandbox", () => {
  const login = () => [`USER ${sandbox.info.pop3.usuario}`, `PASS ${sandbox.info.pop3.senha}`];

  test("POP3 delivers the exact bytes of a message, dots included", async () => {
    const raw = Buffer.concat([
      Buffer.from("Subject: x\r\n\r\n.\r\n..a\r\n"),
      Buffer.from([0, 255, 128, 13, 10]),
    ]);
    sandbox.putEmail(raw);
    const number = sandbox.mail.caixa.list().length;
    const answer = await pop3(sandbox.info.pop3.porta, ...login(), `RETR ${number}`, "QUIT");
    const start = answer.indexOf(`+OK ${raw.length} octets\r\n`) + `+OK ${raw.length} octets\r\n`.length;
    const stuffed = Buffer.from(raw.toString("latin1").replaceAll("\r\n.", "\r\n.."), "latin1");
    expect(answer.subarray(start, start + stuffed.length).equals(stuffed)).toBe(true);
    expect(answer.subarray(start + stuffed.length).toString()).toBe(".\r\n+OK bye\r\n");
  });

  test("POP3 has faults: wrong password, disconnect within a message, closed port", async () => {
    const { porta } = sandbox.info.pop3;
    const { pop3: server } = sandbox.mail;
    await server.setFault("recusar-senha");
    expect((await pop3(porta, ...login(), "QUIT")).toString()).toContain("-ERR [AUTH]");
    await server.setFault("cair-no-retr");
    expect((await pop3(porta, ...login(), "RETR 1", "QUIT")).toString()).not.toContain("\r\n.\r\n");
    await server.setFault("fora-do-ar");
    await expect(pop3(porta, "QUIT")).rejects.toThrow("ECONNREFUSED");
    await server.setFault("nenhuma");
    expect((await pop3(porta, ...login(), "QUIT")).toString()).toContain("+OK bye");
  });

  test("mail sent over SMTP is stored and shown in the console", async () => {
    const transport = createTransport({ host: "127.0.0.1", port: sandbox.info.smtp.porta });
    await transport.sendMail({
      from: "malote@casa.example",
      to: "ana@casa.example",
      subject: "Convite é",
      text: "Olá",
      html: '<p style="color:red">Olá</p><script>fetch("/conexoes")</script>',
    });
    const [sentEmail] = sandbox.mail.sentEmails.list();
    expect(sentEmail).toMatchObject({
      de: "malote@casa.example",
      para: ["ana@casa.example"],
      assunto: "Convite é",
    });
    const { body } = await http(`${sandbox.info.consoleUrl}/enviados/${sentEmail?.id}`);
    expect(JSON.parse(body)).toMatchObject({ assunto: "Convite é", texto: "Olá", temHtml: true });
    const carta = await http(`${sandbox.info.consoleUrl}/enviados/${sentEmail?.id}/html`);
    expect(carta.body).toContain('<p style="color:red">Olá</p>');
    expect(carta.headers["content-security-policy"]).toMatch(/^default-src 'none'; .*sandbox allow-popups/);
    expect(carta.headers["content-security-policy"]).not.toMatch(
      /allow-scripts|allow-same-origin|script-src/,
    );
    expect((await http(`${sandbox.info.consoleUrl}/enviados/999/html`)).status).toBe(404);
  });
});

test("a restart of the sandbox keeps ports, password, keys, mailbox and documents", async () => {
  const { chaves } = await play("nota-autorizada");
  const { info } = sandbox;
  const box = [...sandbox.mail.caixa.list()];
  await sandbox.stop();
  sandbox = await startSandbox({ dir, consolePort: 0 });
  expect({ ...sandbox.info, consoleUrl: "" }).toEqual({ ...info, consoleUrl: "" });
  expect(sandbox.mail.caixa.list()).toEqual(box);
  expect((await consult(chaves[0] ?? "")).cStat).toBe("100");
  const { chaves: next } = await play("nota-autorizada");
  expect(next).not.toEqual(chaves);
  expect(statSync(path.join(dir, "sandbox-estado.json")).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(dir, "sefaz-livro.jsonl"), "utf8")).toContain(chaves[0]);
});

async function makeStranger() {
  const { makeKey, makeRootCa } = await import("./document-generator/certificates/certificates.ts");
  return makeRootCa(await makeKey(), new Date());
}
