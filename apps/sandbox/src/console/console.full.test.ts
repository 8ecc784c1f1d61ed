import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedKeySet } from "../document-generator/certificates/shared-key-set.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";
import { consultSefaz } from "../tests/consult-sefaz.ts";
import { http } from "../tests/http-and-pop3.ts";

let dir: string;
let sandbox: Sandbox;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-console-"));
  await seedKeySet(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
}, 60_000);

afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

describe("requests to the console", () => {
  const post = (route: string, headers: Record<string, string> = {}, body: string | Buffer = "") =>
    http(`${sandbox.info.consoleUrl}${route}`, { method: "POST", headers, body });

  test("the console plays a scenario for its own page and for requests without Origin, such as curl", async () => {
    const answer = await post("/cenarios/zip-com-tres-notas");
    expect([answer.status, JSON.parse(answer.body).chaves.length]).toEqual([200, 3]);
    const own = { Origin: sandbox.info.consoleUrl };
    expect((await post("/cenarios/nota-autorizada", own)).status).toBe(200);
  });

  test("the console refuses requests from other sites and with a foreign Host", async () => {
    const { port } = new URL(sandbox.info.consoleUrl);
    const before = sandbox.mail.caixa.list().length;
    expect((await post("/cenarios/nota-autorizada", { Origin: "https://outro.example" })).status).toBe(403);
    expect((await post("/cenarios/nota-autorizada", { Origin: "null" })).status).toBe(403);
    expect((await post("/cenarios/nota-autorizada", { Host: `outro.example:${port}` })).status).toBe(403);
    expect((await post("/cenarios/nota-autorizada", { Host: "127.0.0.1:1" })).status).toBe(403);
    const rebound = await http(`${sandbox.info.consoleUrl}/estado`, { headers: { Host: "outro.example" } });
    expect(rebound.status).toBe(403);
    expect((await post("/cenarios/email-sem-dfe", { Host: `localhost:${port}` })).status).toBe(200);
    expect(sandbox.mail.caixa.list()).toHaveLength(before + 1);
  });

  test("the live mail is off until it is turned on, and the state says so", async () => {
    const turn = (body: string) => post("/correio-vivo", { "Content-Type": "application/json" }, body);
    const readState = async () =>
      JSON.parse((await http(`${sandbox.info.consoleUrl}/estado`)).body).correioVivo;
    expect(await readState()).toEqual({ ligado: false, enviados: 0 });
    expect(JSON.parse((await turn('{"ligado":true}')).body)).toEqual({ ligado: true, enviados: 0 });
    expect((await readState()).ligado).toBe(true);
    expect((await turn('{"ligado":"sim"}')).status).toBe(400);
    await turn('{"ligado":false}');
    expect((await readState()).ligado).toBe(false);
  });

  test("the console delivers a raw message of up to 50 MB unchanged", async () => {
    const raw = "Subject: posto pelo console\r\n\r\noi\r\n";
    expect((await post("/emails", { "Content-Type": "message/rfc822" }, raw)).status).toBe(201);
    const [last] = sandbox.mail.caixa.list().slice(-1);
    expect(last && sandbox.mail.caixa.read(last).toString()).toBe(raw);
    expect((await post("/emails")).status).toBe(400);
    const tooBig = Buffer.alloc(50 * 1024 * 1024 + 1, "a");
    const answer = await post("/emails", { "Content-Type": "message/rfc822" }, tooBig);
    expect([answer.status, JSON.parse(answer.body).mensagem]).toEqual([413, "A mensagem passa de 50 MB."]);
  });

  test("the console describes the connection for every tipo, only to its own page and to scripts", async () => {
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

  test("the console sets the faults of one mail protocol or both, and of the token endpoint", async () => {
    const json = { "Content-Type": "application/json" };
    const set = async (route: string, value: unknown) =>
      (await post(route, json, JSON.stringify(value))).status;
    const { pop3: porPop3, imap: porImap, oauth, caixa } = sandbox.mail;
    expect(await set("/correio/falha", { falha: "cair-no-retr", protocolo: "imap", byte: 9, vezes: 2 })).toBe(
      200,
    );
    expect([porPop3.fault, porImap.fault]).toEqual(["nenhuma", "cair-no-retr"]);
    expect(await set("/correio/falha", { falha: "nenhuma" })).toBe(200);
    expect(porImap.fault).toBe("nenhuma");
    expect(await set("/correio/falha", { falha: "cair-no-retr", byte: -1 })).toBe(400);
    expect(await set("/correio/falha", { falha: "nenhuma", protocolo: "smtp" })).toBe(400);
    expect(await set("/oauth", { falha: "recusar", validadeMs: 30_000 })).toBe(200);
    expect([oauth.fault, oauth.validadeMs]).toEqual(["recusar", 30_000]);
    expect(await set("/oauth", { falha: "nenhuma", validadeMs: HOUR_MS })).toBe(200);
    expect(await set("/oauth", { validadeMs: 0 })).toBe(400);
    const before = caixa.uidValidity;
    expect(await set("/correio/reconstruir", {})).toBe(200);
    expect(caixa.uidValidity).toBeGreaterThan(before);
    const [, outra] = sandbox.mail.folders;
    expect(
      (await post(`/emails?pasta=${encodeURIComponent(outra?.nome ?? "")}`, {}, "Subject: a\r\n\r\n")).status,
    ).toBe(201);
    expect(outra?.caixa.list()).toHaveLength(1);
    expect((await post("/emails?pasta=nada", {}, "Subject: a\r\n\r\n")).status).toBe(404);
  });

  test("the console mixes SEFAZ faults for a period, damages queues and unblocks a CNPJ", async () => {
    const json = { "Content-Type": "application/json" };
    const set = async (route: string, value: unknown) =>
      (await post(route, json, JSON.stringify(value))).status;
    const readState = async () => JSON.parse((await http(`${sandbox.info.consoleUrl}/estado`)).body).sefaz;
    const rule = {
      quais: ["http-500", "fora-do-ar"],
      proporcao: 0.3,
      semente: 4,
      autorizador: "SP",
      horas: 2,
    };
    expect(await set("/sefaz/falhas", { regras: [rule] })).toBe(200);
    expect((await readState()).misturas).toMatchObject([
      { quais: rule.quais, proporcao: 0.3, autorizador: "SP" },
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
    expect((await readState()).misturas).toEqual([]);
    const { cnpj } = sandbox.info.empresas[0] ?? { cnpj: "" };
    sandbox.sefaz.block({ autorizador: "AN", cnpj });
    expect((await readState()).bloqueios).toMatchObject([{ autorizador: "AN", cnpj, motivo: "comando" }]);
    expect(await set("/sefaz/perdoar", {})).toBe(200);
    const before = await readState();
    expect(before.bloqueios).toEqual([]);
    const queueInput = { distribuidor: "NFe", interessado: cnpj };
    const queueOf = (o: typeof before) =>
      o.filas.find((one: typeof queueInput) => one.interessado === cnpj && one.distribuidor === "NFe");
    expect(await set("/sefaz/fila", { ...queueInput, pular: 3 })).toBe(200);
    expect(queueOf(await readState()).maxNsu).toBe(queueOf(before).maxNsu + 3);
    expect(await set("/sefaz/fila", { ...queueInput, quebrar: queueOf(before).maxNsu })).toBe(200);
    expect(await set("/sefaz/fila", { ...queueInput, quebrar: queueOf(before).maxNsu + 1 })).toBe(404);
    expect(await set("/sefaz/fila", { ...queueInput, pular: 0 })).toBe(400);
    expect(await set("/sefaz/fila", { ...queueInput, distribuidor: "MDFe", pular: 1 })).toBe(400);
    const { contadores: counters } = await readState();
    expect(counters).toMatchObject({ indevidos: { mesmaChave: 0 }, emParalelo: expect.any(Number) });
    const { chaves } = await sandbox.playScenario("nota-autorizada");
    await consultSefaz(sandbox.info, chaves[0] ?? "", 0);
    const asked = await http(`${sandbox.info.consoleUrl}/sefaz/perguntas/${chaves[0]}`);
    expect(JSON.parse(asked.body).perguntas).toMatchObject([
      { servico: "NFeConsultaProtocolo4", cStat: "100" },
    ]);
  });

  test("the console moves the clock, and the clock is written to its file", async () => {
    const json = { "Content-Type": "application/json" };
    await post("/relogio", json, '{"avancarMs":90000000}');
    const kept = () => JSON.parse(readFileSync(sandbox.info.relogio, "utf8"));
    expect(kept()).toEqual({ deslocamentoMs: 25 * HOUR_MS });
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
      ["Hora atual", "volta"],
    ]);
  });

  test("the console answers unknown requests in Portuguese", async () => {
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

  test("the console shows its state without secrets, on a page without third-party code", async () => {
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
