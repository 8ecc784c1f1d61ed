import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CERTIFICADO_MAX_BYTES, type Envelope, MENSAGENS, type ResultOf } from "@malote/contract";
import forge from "node-forge";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHouse } from "../src/doors/house.ts";
import { listen } from "../src/doors/listen.ts";
import { sweepCertificados } from "../src/jobs/sweep-certificados.ts";
import { startSweepers } from "../src/jobs/sweepers.ts";
import { CERTIFICADOS_MAX } from "../src/services/certificado/send-certificado.ts";
import { makePfx, type PfxPedido, postPfx, RAIZ, SENHA, sendPfx } from "./certificado.ts";
import { inventCnpj } from "./empresa-notas.ts";
import { SENHA_DE_TESTE } from "./factories.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { createWire, enter } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

const CNPJ = "11222333000181";
const DIA_MS = 86_400_000;

let wire: Wire;
let ana: Pessoa;
let empresaId: string;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  wire.clock.set(new Date());
  ana = await enter(wire);
  ({ empresaId } = await wire.createEmpresa(ana.contaId, { cnpj: CNPJ }));
});

type Certificado = NonNullable<ResultOf<"Empresa.getEmpresa">["object"]["certificado"]>;
const kept = async (id = empresaId): Promise<Certificado | null> =>
  ((await ana.call("Empresa.getEmpresa", { id })).object as ResultOf<"Empresa.getEmpresa">["object"])
    .certificado;
const send = (o: Partial<PfxPedido> = {}) =>
  sendPfx(wire, ana, { empresaId, pfx: makePfx({ cnpj: CNPJ, ...o }) });
/** Advances the clock and signs in again: 15 minutes after sign-in, no certificate is accepted. */
const passHours = async (hours: number): Promise<void> => {
  wire.clock.advance(hours * 3_600_000);
  expect(await ana.call("Auth.reautenticar", { senha: SENHA_DE_TESTE })).toMatchObject({ sucesso: true });
};
const no = (mensagem: string, campo?: string): Partial<Envelope> => ({
  sucesso: false,
  mensagem,
  erros: campo === undefined ? [] : [{ campo, mensagem }],
});
const dia = (instant: Date): string => instant.toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" });

describe("uploading a certificate", () => {
  test("shows holder and validity, seals the file, and records the sender", async () => {
    const pfx = makePfx({ cnpj: CNPJ, dias: 100 });
    const { object, sucesso } = await sendPfx(wire, ana, { empresaId, pfx });
    expect(sucesso).toBe(true);
    expect(object).toMatchObject({
      titular: "PADARIA AURORA LTDA",
      cnpj: CNPJ,
      emissor: "AC Inventada",
      impressao: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      diasRestantes: 100,
      situacao: "valido",
      cadeia: "nao-verificada",
      enviadoPor: "Ana de Teste",
    });
    expect(await kept()).toEqual(object);
    const [row] = await wire.asOwner<{ id: string; selado: Buffer }>(
      "SELECT * FROM certificado WHERE empresa_id = $1",
      [empresaId],
    );
    if (!row) throw new Error("nothing was stored");
    expect(row.selado.includes(pfx.subarray(0, 64))).toBe(false);
    const lugar = { tabela: "certificado", coluna: "selado", id: row.id };
    const opened = JSON.parse(wire.ctx.cofre.open(row.selado, lugar).toString("utf8"));
    expect(opened).toEqual({ pfx: pfx.toString("base64"), senha: SENHA });
    const acts = await wire.asOwner("SELECT acao, usuario, detalhe FROM registro WHERE alvo = $1", [
      empresaId,
    ]);
    expect(acts).toEqual([
      {
        acao: "enviar-certificado",
        usuario: "Ana de Teste",
        detalhe: expect.stringContaining(`PADARIA AURORA LTDA · ${CNPJ} · vale até `),
      },
    ]);
    expect(JSON.stringify([object, acts])).not.toContain(SENHA);
  });

  test("replaces the company's previous certificate", async () => {
    await send({ dias: 20 });
    expect(await kept()).toMatchObject({ situacao: "vencendo", diasRestantes: 20 });
    await send({ dias: 365 });
    expect(await kept()).toMatchObject({ situacao: "valido", diasRestantes: 365 });
    expect(await wire.asOwner("SELECT FROM certificado WHERE conta_id = $1", [ana.contaId])).toHaveLength(1);
  });

  test("accepts the certificate of another branch, and a CNPJ with letters", async () => {
    expect(await send({ cnpj: "11222333000262" })).toMatchObject({ sucesso: true });
    const letras = await wire.createEmpresa(ana.contaId, { cnpj: inventCnpj(3) });
    const pfx = makePfx({ cnpj: inventCnpj(3) });
    expect(await sendPfx(wire, ana, { empresaId: letras.empresaId, pfx })).toMatchObject({ sucesso: true });
    expect(await kept(letras.empresaId)).toMatchObject({ cnpj: inventCnpj(3) });
  });

  test.each([
    ["3DES, as Windows writes it", makePfx({ cnpj: CNPJ, algoritmo: "3des" }), "PADARIA AURORA LTDA"],
    ["RC2 of 40 bits, as old programs write it", legacy("rc2-40.p12"), "MERCADO INVENTADO LTDA"],
  ])("accepts a file encrypted with %s", async (_caso, pfx, titular) => {
    const { validoDe } = (await sendPfx(wire, ana, { empresaId, pfx })).object as Certificado;
    expect(validoDe).not.toBeNull();
    expect(await kept()).toMatchObject({ titular, cnpj: CNPJ });
  });

  test("schedules the notas that waited for a certificate, and the distribution syncs of a company with the auditor", async () => {
    const nota = inventNota({ empresaId });
    await insertNotas(wire, ana.contaId, [nota]);
    await wire.asOwner("UPDATE nota SET aguardando_certificado = true WHERE conta_id = $1", [ana.contaId]);
    await wire.asOwner("UPDATE empresa SET ativar_auditor = true WHERE id = $1", [empresaId]);
    await send();
    const due = await wire.asOwner(
      "SELECT tipo, alvo FROM tarefa WHERE conta_id = $1 AND estado = 'pendente' ORDER BY tipo, alvo",
      [ana.contaId],
    );
    expect(due).toEqual([
      { tipo: "distribuicao", alvo: `${empresaId} CTe` },
      { tipo: "distribuicao", alvo: `${empresaId} NFe` },
      { tipo: "validate", alvo: nota.chave },
    ]);
  });
});

function legacy(nome: string): Buffer {
  return fs.readFileSync(
    new URL(`../../../packages/sefaz/src/certificado/fixtures/${nome}`, import.meta.url),
  );
}

describe("a certificate is refused", () => {
  test("a certificate without its password is refused", async () => {
    const pfx = makePfx({ cnpj: CNPJ });
    for (const certSenha of [null, ""]) {
      expect(await sendPfx(wire, ana, { empresaId, certSenha, pfx })).toMatchObject(
        no("Senha deve ser informada.", "certSenha"),
      );
    }
  });

  test("a certificate with a wrong password is refused", async () => {
    const pfx = makePfx({ cnpj: CNPJ });
    expect(await sendPfx(wire, ana, { empresaId, certSenha: "malote123", pfx })).toMatchObject(
      no(MENSAGENS.certificadoSenhaErrada, "certSenha"),
    );
  });

  test("a certificate without its private key, no file, and an unreadable file are refused", async () => {
    const refused = async (pfx: Uint8Array | null) => await sendPfx(wire, ana, { empresaId, pfx });
    expect(await refused(legacy("sem-chave.p12"))).toMatchObject(
      no(MENSAGENS.certificadoSemChave, "arquivo"),
    );
    for (const nada of [null, Buffer.alloc(0)]) {
      expect(await refused(nada)).toMatchObject(no(MENSAGENS.certificadoArquivoObrigatorio, "arquivo"));
    }
    for (const lixo of [Buffer.from("%PDF-1.7 nada"), makePfx({ cnpj: CNPJ }).subarray(0, 900)]) {
      expect(await refused(lixo)).toMatchObject(no(MENSAGENS.certificadoIlegivel, "arquivo"));
    }
  });

  test("a certificate of a person or of another company is refused", async () => {
    expect(await send({ cnpj: null, titular: "FULANA DE TAL" })).toMatchObject(
      no("Este certificado é de uma pessoa (FULANA DE TAL), sem CNPJ. Envie o e-CNPJ da empresa.", "arquivo"),
    );
    expect(await send({ cnpj: "11444777000161" })).toMatchObject(
      no(
        "Este certificado é do CNPJ 11.444.777/0001-61, de outra empresa. O CNPJ desta empresa é 11.222.333/0001-81.",
        "arquivo",
      ),
    );
    const letras = await wire.createEmpresa(ana.contaId, { cnpj: inventCnpj(3) });
    const pfx = makePfx({ cnpj: inventCnpj(6) });
    const answer = await sendPfx(wire, ana, { empresaId: letras.empresaId, pfx });
    expect(answer.mensagem).toContain("de outra empresa");
  });

  test("a certificate that is expired or not yet valid by the application's clock is refused", async () => {
    expect(await send({ dias: -1 })).toMatchObject(
      no(`Este certificado venceu em ${dia(new Date(Date.now() - DIA_MS))}. Envie o novo.`, "arquivo"),
    );
    expect(await send({ de: 2 })).toMatchObject(
      no(`Este certificado só vale a partir de ${dia(new Date(Date.now() + 2 * DIA_MS))}.`, "arquivo"),
    );
    await passHours(3);
    expect(await send({ dias: 0.1 })).toMatchObject({ sucesso: false });
    expect(await send({ de: 0.1 })).toMatchObject({ sucesso: true });
  });

  test("a refused certificate leaves the stored one in place", async () => {
    await send();
    const before = await kept();
    await send({ cnpj: "11444777000161" });
    expect(await kept()).toEqual(before);
  });

  test("too many uploads in an hour are refused", async () => {
    const pfx = Buffer.from("nada");
    for (let n = 0; n < CERTIFICADOS_MAX; n += 1) await sendPfx(wire, ana, { empresaId, pfx });
    expect((await send()).mensagem).toMatch(
      /^Muitos envios de certificado em pouco tempo\. Aguarde \d+ min\.$/,
    );
    await passHours(1);
    expect(await send()).toMatchObject({ sucesso: true });
  });
});

describe("permission to send a certificate", () => {
  const semSessao = no(MENSAGENS.arquivoSemSessao);

  test("an upload needs the token of a tab: the cookie alone, as a form on another site sends it, is refused", async () => {
    const body = new FormData();
    body.set("empresaId", empresaId);
    body.set("certSenha", SENHA);
    body.set("arquivo", new Blob([new Uint8Array(makePfx({ cnpj: CNPJ }))]), "a.pfx");
    const url = `${wire.server.url}/Services/certif`;
    const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin" };
    const refused = await fetch(url, { method: "POST", headers, body });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject(semSessao);
    expect((await postPfx(wire, null, { empresaId })).status).toBe(401);
    expect(await kept()).toBeNull();
  });

  test("an upload needs an administrator or the owner", async () => {
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const bia = await enter(wire, { conta, nomeUsuario: "bia", administrador: false });
    expect(await sendPfx(wire, bia, { empresaId, pfx: makePfx({ cnpj: CNPJ }) })).toMatchObject(
      no(MENSAGENS.acessoRestrito),
    );
    expect(await kept()).toBeNull();
  });

  test("an upload needs an existing company", async () => {
    for (const id of [null, "nada", "0198c0de-0000-7000-8000-000000000000"]) {
      expect(await sendPfx(wire, ana, { empresaId: id, pfx: makePfx({ cnpj: CNPJ }) })).toMatchObject(
        no(MENSAGENS.empresaNaoEncontrada, "empresaId"),
      );
    }
  });

  test("an upload needs POST", async () => {
    const answer = await fetch(`${wire.server.url}/Services/certif`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("a failed upload", () => {
  const falhou = no(MENSAGENS.certificadoUploadFalhou);
  const headers = () => ({ authorization: `Bearer ${ana.token}` });
  const postForm = (body: FormData | string, more: Record<string, string> = {}) =>
    fetch(`${wire.server.url}/Services/certif`, { method: "POST", headers: { ...headers(), ...more }, body });
  const form = (): FormData => {
    const body = new FormData();
    body.set("empresaId", empresaId);
    body.set("certSenha", SENHA);
    body.set("arquivo", new Blob([new Uint8Array(makePfx({ cnpj: CNPJ }))]), "a.pfx");
    return body;
  };

  test("answers 413 to a file that is too large, with or without a Content-Length", async () => {
    const grande = no(
      "O arquivo passa de 256 KB. Um certificado A1 tem poucos KB: escolha o .pfx ou .p12.",
      "arquivo",
    );
    for (const bytes of [CERTIFICADO_MAX_BYTES + 1, 3 * 1_048_576]) {
      const answer = await postPfx(wire, ana, { empresaId, pfx: Buffer.alloc(bytes, 1) });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject(grande);
    }
    const told = await speak([`Content-Length: ${50 * 1_048_576}`], "--x\r\n");
    expect(told).toContain("413 Payload Too Large");
    const limite = await postPfx(wire, ana, { empresaId, pfx: Buffer.alloc(CERTIFICADO_MAX_BYTES, 1) });
    expect(await limite.json()).toMatchObject(no(MENSAGENS.certificadoIlegivel, "arquivo"));
  });

  test("answers 400 to a body that is no form or has unexpected fields", async () => {
    const two = form();
    two.append("arquivo2", new Blob(["x"]), "b.pfx");
    const twice = form();
    twice.append("certSenha", "outra");
    const more = form();
    more.append("contaId", "outra");
    const long = form();
    long.set("certSenha", "x".repeat(2_000));
    for (const body of [two, twice, more, long]) {
      const answer = await postForm(body);
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining(falhou)]);
    }
    for (const type of [
      "application/json",
      "multipart/form-data",
      "text/plain",
      "multipart/form-data; boundary=y",
    ]) {
      const answer = await postForm("--x\r\n", { "content-type": type });
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining(falhou)]);
    }
    expect(await kept()).toBeNull();
  });

  test("an upload that breaks off stores nothing, and the next one succeeds", async () => {
    const socket = net.connect(wire.server.port, "127.0.0.1");
    socket.write(head(["Content-Length: 5000"]) + PARTE);
    await sleep(50);
    socket.destroy();
    expect(await send()).toMatchObject({ sucesso: true });
  });

  test("answers 408 to an upload that takes too long", async () => {
    const server = await listen(createHouse(wire.ctx, { uploadMs: 200 }), { host: "127.0.0.1", port: 0 });
    const answer = await speak(["Content-Length: 5000"], PARTE, server.port);
    await server.stop();
    expect(answer).toContain("408 Request Timeout");
    expect(answer).toContain(MENSAGENS.certificadoUploadFalhou);
  });

  const PARTE = `--x\r\nContent-Disposition: form-data; name="arquivo"; filename="a.pfx"\r\n\r\nABC`;
  const head = (lines: string[]): string =>
    [
      "POST /Services/certif HTTP/1.1",
      "Host: malote",
      `Authorization: Bearer ${ana.token}`,
      "Content-Type: multipart/form-data; boundary=x",
      ...lines,
      "",
      "",
    ].join("\r\n");

  /** Sends the beginning of a request and reads the whole answer. */
  async function speak(lines: string[], body: string, port = wire.server.port): Promise<string> {
    const socket = net.connect(port, "127.0.0.1");
    socket.write(head(lines) + body);
    let answer = "";
    for await (const chunk of socket) {
      answer += chunk;
      if (answer.includes("\r\n\r\n") && answer.trimEnd().endsWith("}")) break;
    }
    socket.destroy();
    return answer;
  }
});

describe("the chain of a certificate", () => {
  test("the chain is verified when trusted authorities are configured; an unknown authority is refused", async () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-ac-"));
    fs.writeFileSync(path.join(dir, "raiz.pem"), forge.pki.certificateToPem(RAIZ));
    const outra = await createWire({ icpBrasilDir: dir });
    const caio = await enter(outra);
    const { empresaId: id } = await outra.createEmpresa(caio.contaId, { cnpj: CNPJ });
    const chain = async (pfx: Uint8Array) =>
      ((await sendPfx(outra, caio, { empresaId: id, pfx })).object as Certificado).cadeia;
    expect(await chain(makePfx({ cnpj: CNPJ }))).toBe("verificada");
    expect(await sendPfx(outra, caio, { empresaId: id, pfx: legacy("rc2-40.p12") })).toMatchObject(
      no(MENSAGENS.certificadoCadeiaDesconhecida, "arquivo"),
    );
    await outra.dispose();
    fs.rmSync(dir, { recursive: true });
  });
});

describe("before a certificate expires", () => {
  const letters = async (contaId = ana.contaId) =>
    await wire.asOwner<{ para: string; dados: { diasRestantes: number; nome: string } }>(
      "SELECT para, dados FROM envio WHERE conta_id = $1 AND modelo = 'certificado-vencendo' ORDER BY criado_em, para",
      [contaId],
    );
  const days = async () => (await letters()).map(({ dados }) => dados.diasRestantes);
  const sweep = () => sweepCertificados(wire.ctx);
  /** Sets the clock to one minute after `left` of 100 days remain. */
  const goTo = (left: number) => wire.clock.set(new Date(Date.now() + (100 - left) * DIA_MS + 60_000));

  test("notifies the owner and the administrators 30, 15, 7 and 1 days before and at the expiry, once each", async () => {
    await wire.createUsuario(ana.contaId, { nomeUsuario: "bia", administrador: false });
    await wire.createUsuario(ana.contaId, { nomeUsuario: "davi" });
    await wire.createUsuario(ana.contaId, { nomeUsuario: "saiu", ativo: false });
    await send({ dias: 100 });
    for (const left of [40, 31, 30, 29, 16, 15, 8, 7, 2, 1, 0.5, -0.01, -30]) {
      goTo(left);
      await sweep();
      await sweep();
    }
    const told = await letters();
    expect([...new Set(told.map(({ para }) => para))]).toEqual(["admin@exemplo.test", "davi@exemplo.test"]);
    expect(await days()).toEqual([30, 30, 15, 15, 7, 7, 1, 1, -1, -1]);
  });

  test("a check that missed several notices sends only the nearest", async () => {
    await send({ dias: 100 });
    goTo(6);
    await sweep();
    await sweep();
    expect(await days()).toHaveLength(1);
    expect(
      await wire.asOwner("SELECT avisado_dias FROM certificado WHERE empresa_id = $1", [empresaId]),
    ).toEqual([{ avisado_dias: 7 }]);
  });

  test("a running process checks at once when the sandbox's clock jumps", async () => {
    await send({ dias: 100 });
    const heeding = new Set<() => void>();
    const onJump = (heed: () => void) => {
      heeding.add(heed);
      return () => heeding.delete(heed);
    };
    const clock = { now: () => wire.clock.now(), onJump };
    const sweepers = startSweepers({ ...wire.ctx, clock }, { sweep: async () => 0 });
    while (heeding.size === 0) await sleep(5);
    goTo(15);
    for (const heed of heeding) heed();
    while ((await letters()).length === 0) await sleep(20);
    await sweepers.stop();
    expect(await days()).toEqual([15]);
    expect(heeding.size).toBe(0);
  });

  test("sends no notice about a replaced certificate, and the screen shows the new one's state", async () => {
    await send({ dias: 100 });
    await send({ dias: 400 });
    goTo(5);
    await sweep();
    expect(await letters()).toEqual([]);
    wire.clock.set(new Date(Date.now() + 380 * DIA_MS));
    const { contaId, identificador } = ana;
    ana = await enter(wire, { conta: { contaId, identificador }, nomeUsuario: "bia" });
    expect(await kept()).toMatchObject({ situacao: "vencendo", diasRestantes: 20 });
  });
});
