import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { examineDfe, readDfe } from "@malote/dfe";
import { isChaveAcesso } from "@malote/syntax";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "./index.ts";
import { seedAcervo } from "./papelaria/acervo-comum.ts";
import { CENARIOS } from "./scenarios/scenarios.ts";
import { consultSefaz, envelope } from "./tests/consult-sefaz.ts";
import { anexosOf, http, https, pop3 } from "./tests/conversations.ts";
import { hasSchemas, validateSchema } from "./tests/validate-schema.ts";

let dir: string;
let sandbox: Sandbox;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-sandbox-"));
  await seedAcervo(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
}, 60_000);

afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Plays a scenario and answers its keys and what it put into the box. */
async function play(nome: string): Promise<{ chaves: string[]; mensagens: Buffer[] }> {
  const { caixa } = sandbox.correio;
  const before = caixa.list().length;
  const { chaves } = await sandbox.playCenario(nome);
  const mensagens = caixa
    .list()
    .slice(before)
    .map((mensagem) => caixa.read(mensagem));
  return { chaves, mensagens };
}

function xmlOf(mensagem: Buffer | undefined): Buffer {
  const xml = anexosOf(mensagem ?? Buffer.alloc(0)).find(({ nome }) => nome.endsWith(".xml"));
  if (!xml) throw new Error("no XML in the message");
  return xml.bytes;
}

function judge(xml: Buffer) {
  return examineDfe(xml, { ancoras: [sandbox.info.ancoraPem] });
}

function consult(chave: string, empresa = 0) {
  return consultSefaz(sandbox.info, chave, empresa);
}

describe("the scenarios", () => {
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
  ])("%s makes %i new keys in %i messages", async (nome, chaves, mensagens) => {
    const first = await play(nome);
    expect([first.chaves.length, first.mensagens.length]).toEqual([chaves, mensagens]);
    expect(first.chaves.every(isChaveAcesso)).toBe(true);
    const second = await play(nome);
    expect(second.chaves.filter((chave) => first.chaves.includes(chave))).toEqual([]);
  });

  test("each one has a name, a title and a line for the console", () => {
    expect(CENARIOS.every(({ nome }) => /^[a-z]+(-[a-z]+)*$/.test(nome))).toBe(true);
    expect(CENARIOS.every(({ titulo, descricao }) => titulo !== "" && descricao.endsWith("."))).toBe(true);
  });

  test.each(["nota-autorizada", "cnpj-alfanumerico"])("%s is read and judged whole", async (nome) => {
    const { chaves, mensagens } = await play(nome);
    const { leitura, veredito, achados } = judge(xmlOf(mensagens[0]));
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
  });

  test("nota-cancelada-depois is 100 at first and 101 three seconds later", async () => {
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

  test("nota-adulterada has a broken signature, and SEFAZ knows the original", async () => {
    const { chaves, mensagens } = await play("nota-adulterada");
    const { leitura, veredito } = judge(xmlOf(mensagens[0]));
    expect([leitura.kind, veredito]).toEqual(["nota", "assinatura-invalida"]);
    expect((await consult(chaves[0] ?? "")).cStat).toBe("100");
  });

  test("adulterada-antes-da-genuina brings the forged copy first, under the same key", async () => {
    const { mensagens } = await play("adulterada-antes-da-genuina");
    const [forged, genuine] = mensagens.map((mensagem) => judge(xmlOf(mensagem)));
    expect([forged?.veredito, genuine?.veredito]).toEqual(["assinatura-invalida", "autentica"]);
  });

  test("evento-antes-da-nota brings a cancellation that is whole, then its nota; SEFAZ says 101", async () => {
    const { chaves, mensagens } = await play("evento-antes-da-nota");
    const [evento, nota] = mensagens.map((mensagem) => judge(xmlOf(mensagem)));
    expect(evento?.leitura).toMatchObject({
      kind: "evento",
      evento: { chaveAcesso: chaves[0], tpEvento: "110111", cStat: "135" },
    });
    expect([evento?.veredito, nota?.leitura.kind]).toEqual(["autentica", "nota"]);
    expect((await consult(chaves[0] ?? "")).cStat).toBe("101");
  });

  test("zip-com-tres-notas brings three entries named by their keys", async () => {
    const { chaves, mensagens } = await play("zip-com-tres-notas");
    const [zip] = anexosOf(mensagens[0] ?? Buffer.alloc(0));
    const names = zip?.bytes.toString("latin1").match(/[0-9A-Z]{44}-procNFe\.xml/g);
    expect([...new Set(names)]).toEqual(chaves.map((chave) => `${chave}-procNFe.xml`));
  });

  test("what brings no DF-e is read as such", async () => {
    const naoXml = await play("anexo-nao-xml");
    const naoDfe = await play("xml-nao-dfe");
    expect(readDfe(xmlOf(naoXml.mensagens[0])).kind).toMatch(/^(ilegivel|nao-dfe)$/);
    expect(readDfe(xmlOf(naoDfe.mensagens[0])).kind).toMatch(/^(nao-dfe|outro-dfe)$/);
    const { chaves } = await play("nota-desconhecida");
    expect((await consult(chaves[0] ?? "")).cStat).toBe("217");
  });

  test.skipIf(!hasSchemas)(
    "a nota by mail is valid by the schemas (../shared/schemas/nfe-PL_010_V1.30)",
    async () => {
      const { mensagens } = await play("nota-autorizada");
      validateSchema("procNFe_v4.00.xsd", xmlOf(mensagens[0]).toString("utf8"));
    },
  );
});

describe("the SEFAZ simulator", () => {
  const refused = /ECONNRESET|EPIPE|socket hang up|alert|certificate|handshake/i;

  test("turns away who has no certificate, or one of another house", async () => {
    const { sefazUrl, ancoraPem } = sandbox.info;
    const url = `${sefazUrl}/SP/55/NFeConsultaProtocolo4`;
    const before = sandbox.sefaz.contadores.read().recusasTls;
    await expect(https(url, { ca: ancoraPem }, "")).rejects.toThrow(refused);
    const stranger = await makeStranger();
    await expect(
      https(url, { ca: ancoraPem, key: stranger.chavePem, cert: stranger.certificadoPem }, ""),
    ).rejects.toThrow(refused);
    expect(sandbox.sefaz.contadores.read().recusasTls).toBe(before + 2);
  });

  test("plays its faults: 108, an HTML page, a SOAP fault, silence", async () => {
    const { chaves } = await play("nota-autorizada");
    const chave = chaves[0] ?? "";
    const ask = () => consult(chave, 1);
    sandbox.sefaz.setFalha("fora-do-ar");
    expect((await ask()).cStat).toBe("108");
    sandbox.sefaz.setFalha("html-500");
    expect((await ask()).body).toMatch(/^<!DOCTYPE html>/);
    sandbox.sefaz.setFalha("soap-fault");
    expect((await ask()).body).toContain("<soap:Value>soap:Receiver</soap:Value>");
    sandbox.sefaz.setFalha("sem-resposta");
    const silence = new Promise((resolve) => setTimeout(resolve, 150, "silence"));
    const asked = ask().catch(() => "hung up");
    expect(await Promise.race([asked, silence])).toBe("silence");
    sandbox.sefaz.setFalha("nenhuma");
    expect((await ask()).cStat).toBe("100");
    await sandbox.sefaz.stop();
    expect(await asked).toBe("hung up");
    await sandbox.stop();
    sandbox = await startSandbox({ dir, consolePort: 0 });
  });

  test("has no door for what is not a service, and answers nonsense with a SOAP fault", async () => {
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

describe("the mail", () => {
  const login = () => [`USER ${sandbox.info.pop3.usuario}`, `PASS ${sandbox.info.pop3.senha}`];

  test("gives over POP3 the very bytes that were put, dots and all", async () => {
    const raw = Buffer.concat([
      Buffer.from("Subject: x\r\n\r\n.\r\n..a\r\n"),
      Buffer.from([0, 255, 128, 13, 10]),
    ]);
    sandbox.putEmail(raw);
    const number = sandbox.correio.caixa.list().length;
    const answer = await pop3(sandbox.info.pop3.porta, ...login(), `RETR ${number}`, "QUIT");
    const start = answer.indexOf(`+OK ${raw.length} octets\r\n`) + `+OK ${raw.length} octets\r\n`.length;
    const stuffed = Buffer.from(raw.toString("latin1").replaceAll("\r\n.", "\r\n.."), "latin1");
    expect(answer.subarray(start, start + stuffed.length).equals(stuffed)).toBe(true);
    expect(answer.subarray(start + stuffed.length).toString()).toBe(".\r\n+OK bye\r\n");
  });

  test("plays its faults: wrong password, hanging up in a message, not being there", async () => {
    const { porta } = sandbox.info.pop3;
    const { pop3: server } = sandbox.correio;
    await server.setFalha("recusar-senha");
    expect((await pop3(porta, ...login(), "QUIT")).toString()).toContain("-ERR [AUTH]");
    await server.setFalha("cair-no-retr");
    expect((await pop3(porta, ...login(), "RETR 1", "QUIT")).toString()).not.toContain("\r\n.\r\n");
    await server.setFalha("fora-do-ar");
    await expect(pop3(porta, "QUIT")).rejects.toThrow("ECONNREFUSED");
    await server.setFalha("nenhuma");
    expect((await pop3(porta, ...login(), "QUIT")).toString()).toContain("+OK bye");
  });

  test("keeps what is sent over SMTP and shows it in the console", async () => {
    const transport = createTransport({ host: "127.0.0.1", port: sandbox.info.smtp.porta });
    await transport.sendMail({
      from: "malote@casa.example",
      to: "ana@casa.example",
      subject: "Convite é",
      text: "Olá",
      html: '<p style="color:red">Olá</p><script>fetch("/conexoes")</script>',
    });
    const [enviado] = sandbox.correio.enviados.list();
    expect(enviado).toMatchObject({
      de: "malote@casa.example",
      para: ["ana@casa.example"],
      assunto: "Convite é",
    });
    const { body } = await http(`${sandbox.info.consoleUrl}/enviados/${enviado?.id}`);
    expect(JSON.parse(body)).toMatchObject({ assunto: "Convite é", texto: "Olá", temHtml: true });
    const carta = await http(`${sandbox.info.consoleUrl}/enviados/${enviado?.id}/html`);
    expect(carta.body).toContain('<p style="color:red">Olá</p>');
    expect(carta.headers["content-security-policy"]).toMatch(/^default-src 'none'; .*sandbox allow-popups/);
    expect(carta.headers["content-security-policy"]).not.toMatch(
      /allow-scripts|allow-same-origin|script-src/,
    );
    expect((await http(`${sandbox.info.consoleUrl}/enviados/999/html`)).status).toBe(404);
  });
});

describe("the console", () => {
  const post = (route: string, headers: Record<string, string> = {}, body: string | Buffer = "") =>
    http(`${sandbox.info.consoleUrl}${route}`, { method: "POST", headers, body });

  test("plays a scenario for whoever asks without Origin, as curl does, and for its own page", async () => {
    const answer = await post("/cenarios/zip-com-tres-notas");
    expect([answer.status, JSON.parse(answer.body).chaves.length]).toEqual([200, 3]);
    const own = { Origin: sandbox.info.consoleUrl };
    expect((await post("/cenarios/nota-autorizada", own)).status).toBe(200);
  });

  test("refuses another site's page and a rebound name", async () => {
    const { port } = new URL(sandbox.info.consoleUrl);
    const before = sandbox.correio.caixa.list().length;
    expect((await post("/cenarios/nota-autorizada", { Origin: "https://outro.example" })).status).toBe(403);
    expect((await post("/cenarios/nota-autorizada", { Origin: "null" })).status).toBe(403);
    expect((await post("/cenarios/nota-autorizada", { Host: `outro.example:${port}` })).status).toBe(403);
    expect((await post("/cenarios/nota-autorizada", { Host: "127.0.0.1:1" })).status).toBe(403);
    const rebound = await http(`${sandbox.info.consoleUrl}/estado`, { headers: { Host: "outro.example" } });
    expect(rebound.status).toBe(403);
    expect((await post("/cenarios/email-sem-dfe", { Host: `localhost:${port}` })).status).toBe(200);
    expect(sandbox.correio.caixa.list()).toHaveLength(before + 1);
  });

  test("puts a raw message of up to 50 MB into the box as it is", async () => {
    const raw = "Subject: posto pelo console\r\n\r\noi\r\n";
    expect((await post("/emails", { "Content-Type": "message/rfc822" }, raw)).status).toBe(201);
    const [last] = sandbox.correio.caixa.list().slice(-1);
    expect(last && sandbox.correio.caixa.read(last).toString()).toBe(raw);
    expect((await post("/emails")).status).toBe(400);
    const tooBig = Buffer.alloc(50 * 1024 * 1024 + 1, "a");
    const answer = await post("/emails", { "Content-Type": "message/rfc822" }, tooBig);
    expect([answer.status, JSON.parse(answer.body).mensagem]).toEqual([413, "A mensagem passa de 50 MB."]);
  });

  test("tells by hand how to connect a box of every tipo, to its own page and to scripts only", async () => {
    const { consoleUrl, pop3, imap, pop3s, imaps, autoAssinada, oauth } = sandbox.info;
    const { body } = await http(`${consoleUrl}/conexoes`);
    const { portas, ...dados } = JSON.parse(body);
    expect(dados).toMatchObject({ senha: pop3.senha, impressao: autoAssinada.impressao, oauth });
    expect(portas.map(({ tipo, porta }: { tipo: string; porta: number }) => [tipo, porta])).toEqual([
      ["pop3", pop3.porta],
      ["pop3-starttls", pop3.porta],
      ["spop3", pop3s.porta],
      ["spop3", autoAssinada.pop3s.porta],
      ["imap", imap.porta],
      ["imap-starttls", imap.porta],
      ["imaps", imaps.porta],
      ["imaps", autoAssinada.imaps.porta],
    ]);
    const rebound = await http(`${consoleUrl}/conexoes`, { headers: { Host: "outro.example" } });
    expect(rebound.status).toBe(403);
  });

  test("sets the mail's faults, of one protocol or of both, and the token endpoint's", async () => {
    const json = { "Content-Type": "application/json" };
    const set = async (route: string, value: unknown) =>
      (await post(route, json, JSON.stringify(value))).status;
    const { pop3: porPop3, imap: porImap, oauth, caixa } = sandbox.correio;
    expect(await set("/correio/falha", { falha: "cair-no-retr", protocolo: "imap", byte: 9, vezes: 2 })).toBe(
      200,
    );
    expect([porPop3.falha, porImap.falha]).toEqual(["nenhuma", "cair-no-retr"]);
    expect(await set("/correio/falha", { falha: "nenhuma" })).toBe(200);
    expect(porImap.falha).toBe("nenhuma");
    expect(await set("/correio/falha", { falha: "cair-no-retr", byte: -1 })).toBe(400);
    expect(await set("/correio/falha", { falha: "nenhuma", protocolo: "smtp" })).toBe(400);
    expect(await set("/oauth", { falha: "recusar", validadeMs: 30_000 })).toBe(200);
    expect([oauth.falha, oauth.validadeMs]).toEqual(["recusar", 30_000]);
    expect(await set("/oauth", { falha: "nenhuma", validadeMs: 3_600_000 })).toBe(200);
    expect(await set("/oauth", { validadeMs: 0 })).toBe(400);
    const before = caixa.uidValidity;
    expect(await set("/correio/reconstruir", {})).toBe(200);
    expect(caixa.uidValidity).toBeGreaterThan(before);
    const [, outra] = sandbox.correio.pastas;
    expect(
      (await post(`/emails?pasta=${encodeURIComponent(outra?.nome ?? "")}`, {}, "Subject: a\r\n\r\n")).status,
    ).toBe(201);
    expect(outra?.caixa.list()).toHaveLength(1);
    expect((await post("/emails?pasta=nada", {}, "Subject: a\r\n\r\n")).status).toBe(404);
  });

  test("mixes SEFAZ's faults for a time, spoils queues, and lets a blocked CNPJ in again", async () => {
    const json = { "Content-Type": "application/json" };
    const set = async (route: string, value: unknown) =>
      (await post(route, json, JSON.stringify(value))).status;
    const estado = async () => JSON.parse((await http(`${sandbox.info.consoleUrl}/estado`)).body).sefaz;
    const regra = {
      quais: ["http-500", "fora-do-ar"],
      proporcao: 0.3,
      semente: 4,
      autorizador: "SP",
      horas: 2,
    };
    expect(await set("/sefaz/falhas", { regras: [regra] })).toBe(200);
    expect((await estado()).misturas).toMatchObject([
      { quais: regra.quais, proporcao: 0.3, autorizador: "SP" },
    ]);
    for (const wrong of [
      { quais: ["nenhuma"] },
      { quais: [] },
      { quais: ["http-500"], proporcao: 2 },
      { quais: ["http-500"], servico: "NFeAutorizacao4" },
      { quais: ["http-500"], horas: -1 },
    ])
      expect(await set("/sefaz/falhas", { regras: [wrong] })).toBe(400);
    expect(await set("/sefaz/falhas", { regras: [] })).toBe(200);
    expect((await estado()).misturas).toEqual([]);
    const { cnpj } = sandbox.info.empresas[0] ?? { cnpj: "" };
    sandbox.sefaz.block({ autorizador: "AN", cnpj });
    expect((await estado()).bloqueios).toMatchObject([{ autorizador: "AN", cnpj, motivo: "comando" }]);
    expect(await set("/sefaz/perdoar", {})).toBe(200);
    const before = await estado();
    expect(before.bloqueios).toEqual([]);
    const fila = { distribuidor: "NFe", interessado: cnpj };
    const filaOf = (o: typeof before) =>
      o.filas.find((one: typeof fila) => one.interessado === cnpj && one.distribuidor === "NFe");
    expect(await set("/sefaz/fila", { ...fila, pular: 3 })).toBe(200);
    expect(filaOf(await estado()).maxNsu).toBe(filaOf(before).maxNsu + 3);
    expect(await set("/sefaz/fila", { ...fila, quebrar: filaOf(before).maxNsu })).toBe(200);
    expect(await set("/sefaz/fila", { ...fila, quebrar: filaOf(before).maxNsu + 1 })).toBe(404);
    expect(await set("/sefaz/fila", { ...fila, pular: 0 })).toBe(400);
    expect(await set("/sefaz/fila", { ...fila, distribuidor: "MDFe", pular: 1 })).toBe(400);
    const { contadores } = await estado();
    expect(contadores).toMatchObject({ indevidos: { mesmaChave: 0 }, emParalelo: expect.any(Number) });
    const { chaves } = await play("nota-autorizada");
    await consult(chaves[0] ?? "");
    const asked = await http(`${sandbox.info.consoleUrl}/sefaz/perguntas/${chaves[0]}`);
    expect(JSON.parse(asked.body).perguntas).toMatchObject([
      { servico: "NFeConsultaProtocolo4", cStat: "100" },
    ]);
  });

  test("moves the clock, and others can follow it by its file", async () => {
    const json = { "Content-Type": "application/json" };
    await post("/relogio", json, '{"avancarMs":90000000}');
    const kept = () => JSON.parse(readFileSync(sandbox.info.relogio, "utf8"));
    expect(kept()).toEqual({ deslocamentoMs: 90_000_000 });
    await post("/relogio", json, '{"avancarMs":null}');
    expect(kept()).toEqual({ deslocamentoMs: 0 });
    const page = await http(`${sandbox.info.consoleUrl}/`);
    const buttons = [...page.body.matchAll(/data-avancar="([^"]+)">([^<]+)</g)].map(([, ms, text]) => [
      text,
      ms,
    ]);
    expect(buttons).toEqual([
      ["+1 hora", "3600000"],
      ["+25 horas", "90000000"],
      ["+7 dias", "604800000"],
      ["+30 dias", "2592000000"],
      ["Hora certa", "volta"],
    ]);
  });

  test("says in Portuguese what it does not have", async () => {
    const answer = await post("/cenarios/nao-existe");
    expect([answer.status, JSON.parse(answer.body).mensagem]).toEqual([
      404,
      "Não há cenário com o nome “nao-existe”.",
    ]);
    expect((await post("/sefaz/falha", { "Content-Type": "application/json" }, '{"falha":"x"}')).status).toBe(
      400,
    );
    expect((await post("/sefaz/falha", { "Content-Type": "application/json" }, "{")).status).toBe(400);
  });

  test("shows its state without secrets, and a page that runs no foreign code", async () => {
    const page = await http(`${sandbox.info.consoleUrl}/`);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
    expect(page.body).not.toMatch(/<script>|style=|onclick=/);
    const { body } = await http(`${sandbox.info.consoleUrl}/estado`);
    expect(JSON.parse(body)).toMatchObject({
      sefaz: { falha: "nenhuma" },
      correio: { pop3: { falha: "nenhuma" }, imap: { falha: "nenhuma" }, oauth: { falha: "nenhuma" } },
    });
    expect(body).not.toContain(sandbox.info.pop3.senha);
    expect(body).not.toContain(sandbox.info.oauth.clientSecret);
    expect(body).not.toContain(sandbox.info.empresas[0]?.pfxSenha);
  });
});

test("a restart keeps ports, password, keys, box and book", async () => {
  const { chaves } = await play("nota-autorizada");
  const { info } = sandbox;
  const box = [...sandbox.correio.caixa.list()];
  await sandbox.stop();
  sandbox = await startSandbox({ dir, consolePort: 0 });
  expect({ ...sandbox.info, consoleUrl: "" }).toEqual({ ...info, consoleUrl: "" });
  expect(sandbox.correio.caixa.list()).toEqual(box);
  expect((await consult(chaves[0] ?? "")).cStat).toBe("100");
  const { chaves: next } = await play("nota-autorizada");
  expect(next).not.toEqual(chaves);
  expect(statSync(path.join(dir, "sandbox-estado.json")).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(dir, "sefaz-livro.jsonl"), "utf8")).toContain(chaves[0]);
});

async function makeStranger() {
  const { makeChave, makeRaiz } = await import("./papelaria/certificados.ts");
  return makeRaiz(await makeChave(), new Date());
}
