import { CONVITE_MS, MESSAGES } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openConta } from "../../src/services/conta/open-conta.ts";
import { type SignedInUser, signInNewUser } from "../setup/wire.ts";
import { createLinkSteps, NEW_PASSWORD } from "./link-steps.ts";
import { callAnonymously, type MailWire, openMailWire, refusalOf, userForm } from "./usuario-setup.ts";

/** No new link is sent within this time. */
const RESEND_PAUSE_MS = 5 * MINUTE_MS;

let wire: MailWire;
let ana: SignedInUser;
let linkSteps: ReturnType<typeof createLinkSteps>;
let n = 0;

beforeAll(async () => {
  wire = await openMailWire();
  ana = await signInNewUser(wire, { nomeUsuario: "ana" });
  linkSteps = createLinkSteps({ casa: wire, ana, nome: () => `rita${n}` });
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  n += 1;
  wire.clock.set(new Date());
  await wire.asOwner("DELETE FROM limite_uso");
  await wire.readEmails();
});

describe("a password reset", () => {
  test("a password reset is requested by address, and the answer does not reveal whether the address is known", async () => {
    const rita = await linkSteps.join();
    const known = await linkSteps.ask(` Rita${n}@EXEMPLO.test `);
    const unknown = await linkSteps.ask("ninguem@exemplo.test");
    expect(known.answer).toEqual(unknown.answer);
    expect(known.answer).toMatchObject({ sucesso: true, mensagem: MESSAGES.redefinicaoEnviada });
    expect([known.cartas.length, unknown.cartas.length]).toEqual([1, 0]);
    const [carta] = known.cartas;
    for (const said of [ana.identificador, rita.nomeUsuario, `/configurar_senha/setup/${carta?.link}`]) {
      expect(carta?.texto).toContain(said);
      expect(carta?.html).toContain(said);
    }
    const linkHolder = await callAnonymously(wire, "Usuario.loadSetupPassword", { resetToken: carta?.link });
    expect(linkHolder.object).toMatchObject({
      identificador: ana.identificador,
      nomeUsuario: rita.nomeUsuario,
    });
  });

  test("a password reset ends all sessions and the old password, and is notified and recorded", async () => {
    const rita = await linkSteps.join();
    const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
    const newPassword = "Outrasenha9";
    expect(await linkSteps.reset(emails[0]?.link ?? "", newPassword)).toMatchObject({
      mensagem: MESSAGES.senhaRedefinida,
    });
    expect(await linkSteps.isAlive(rita)).toBe(false);
    expect([await linkSteps.logar(rita, newPassword), await linkSteps.logar(rita, NEW_PASSWORD)]).toEqual([
      true,
      false,
    ]);
    const [notification] = await wire.readEmails();
    expect(notification).toMatchObject({
      para: `rita${n}@exemplo.test`,
      assunto: "Sua senha no Malote foi trocada",
    });
    const acts = await wire.asOwner("SELECT acao, usuario FROM registro WHERE alvo = $1 ORDER BY ordem", [
      rita.usuarioId,
    ]);
    expect(acts).toEqual(
      expect.arrayContaining([
        { acao: "pedir-senha", usuario: "Visitante" },
        { acao: "trocar-senha", usuario: "Ana de Teste" },
      ]),
    );
  });

  test("a password reset lifts the throttle of failed sign-ins", async () => {
    const rita = await linkSteps.join();
    for (let guess = 0; guess < 6; guess += 1) await linkSteps.logar(rita, `errada${guess}`);
    const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
    await linkSteps.reset(emails[0]?.link ?? "", "Outrasenha9");
    expect(await linkSteps.logar(rita, "Outrasenha9")).toBe(true);
  });

  test("an address in two contas gets one e-mail each, with separate links", async () => {
    const rita = await linkSteps.join();
    const owner = await signInNewUser(wire, { nomeUsuario: "dona" });
    await wire.asOwner("UPDATE usuario SET email = $2 WHERE id = $1", [
      owner.usuarioId,
      `RITA${n}@exemplo.test`,
    ]);
    const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
    expect(emails).toHaveLength(2);
    const ownerData = await Promise.all(
      emails.map(
        async ({ link }) =>
          (await callAnonymously(wire, "Usuario.loadSetupPassword", { resetToken: link })).object,
      ),
    );
    expect(ownerData).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ identificador: rita.identificador, nomeUsuario: rita.nomeUsuario }),
        expect.objectContaining({ identificador: owner.identificador, nomeUsuario: "dona" }),
      ]),
    );
  });

  test("an invited user gets another invitation, an inactive user gets nothing", async () => {
    const { id, carta } = await linkSteps.invite();
    const { conviteExpiraEm } = (await ana.call("Usuario.getUsuario", { id })).object as {
      conviteExpiraEm: string;
    };
    wire.clock.advance(RESEND_PAUSE_MS);
    const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
    expect(emails).toMatchObject([{ assunto: "Seu acesso ao Malote" }]);
    expect((await ana.call("Usuario.getUsuario", { id })).object).toMatchObject({ conviteExpiraEm });
    expect(await linkSteps.accept(carta.link)).toMatchObject(refusalOf("tokenConviteInvalido"));
    expect(await linkSteps.accept(emails[0]?.link ?? "")).toMatchObject({ sucesso: true });
    await ana.call("Usuario.setAtivo", { id, ativo: false });
    expect((await linkSteps.ask(`rita${n}@exemplo.test`)).cartas).toEqual([]);
  });

  test("too many requests for an address send no more e-mails, with the same answer", async () => {
    await linkSteps.join();
    for (const [email, sent] of [
      [`rita${n}@exemplo.test`, 5],
      [`ninguem${n}@exemplo.test`, 0],
    ] as const) {
      let sentCount = 0;
      for (let each = 0; each < 7; each += 1) {
        const { answer, cartas: emails } = await linkSteps.ask(email);
        expect(answer).toMatchObject({ sucesso: true, mensagem: MESSAGES.redefinicaoEnviada });
        sentCount += emails.length;
        await wire.asOwner("UPDATE usuario_token SET criado_em = criado_em - interval '5 minutes'");
      }
      expect(sentCount).toBe(sent);
    }
    expect(JSON.stringify(await wire.asOwner("SELECT chave FROM limite_uso"))).not.toMatch(/ana@|ninguem/);
  });

  test("a second request within minutes sends nothing and keeps the first link valid", async () => {
    await linkSteps.join();
    const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
    wire.clock.advance(RESEND_PAUSE_MS - 1_000);
    expect(await linkSteps.ask(`rita${n}@exemplo.test`)).toMatchObject({
      answer: { mensagem: MESSAGES.redefinicaoEnviada },
      cartas: [],
    });
    expect(await linkSteps.reset(emails[0]?.link ?? "", NEW_PASSWORD)).toMatchObject({ sucesso: true });
  });

  test("a password reset does not renew an expired invitation; a manager must invite again", async () => {
    const { id } = await linkSteps.invite();
    wire.clock.advance(CONVITE_MS);
    expect((await linkSteps.ask(`rita${n}@exemplo.test`)).cartas).toEqual([]);
    expect(
      await wire.asOwner("SELECT 1 FROM registro WHERE alvo = $1 AND usuario = 'Visitante'", [id]),
    ).toEqual([]);
    wire.clock.set(new Date());
    const usuario = { ...userForm(`rita${n}`), id };
    expect(await ana.call("Usuario.inviteUsuario", { usuario })).toMatchObject({ sucesso: true });
  });

  test("the owner of an unconfirmed conta gets the confirmation e-mail again until it expires", async () => {
    const conta = { identificador: `padaria${n}`, tipoPessoa: "Jurídica", uf: "SP" } as const;
    const ownerData = { email: `dona${n}@exemplo.test`, nomeUsuario: "dona", nomeCompleto: "Dona Rosa" };
    const newConta = { conta, ...ownerData, abertaPor: null, comCarta: true };
    await openConta(wire.ctx, newConta);
    const [firstEmail] = await wire.readEmails();
    wire.clock.advance(RESEND_PAUSE_MS);
    const { cartas: emails } = await linkSteps.ask(ownerData.email);
    expect(emails.map(({ assunto }) => assunto)).toEqual([firstEmail?.assunto]);
    wire.clock.advance(CONVITE_MS - RESEND_PAUSE_MS);
    expect((await linkSteps.ask(ownerData.email)).cartas).toEqual([]);
    await expect(openConta(wire.ctx, newConta)).resolves.toMatchObject({ token: expect.any(String) });
  });

  test("an e-mail that fails to be written does not affect the others", async () => {
    await linkSteps.join();
    const owners = [
      await signInNewUser(wire, { nomeUsuario: "dona" }),
      await signInNewUser(wire, { nomeUsuario: "dona" }),
    ];
    const [brokenConta] = owners.map(({ contaId }) => contaId).sort();
    const ids = owners.map(({ usuarioId }) => usuarioId);
    await wire.asOwner("UPDATE usuario SET email = $2 WHERE id = ANY ($1)", [ids, `rita${n}@exemplo.test`]);
    await wire.asOwner(
      `CREATE FUNCTION quebra() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'quebrado'; END $$;
       CREATE TRIGGER quebra BEFORE INSERT ON envio FOR EACH ROW WHEN (NEW.conta_id = '${brokenConta}') EXECUTE FUNCTION quebra()`,
    );
    try {
      expect((await linkSteps.ask(`rita${n}@exemplo.test`)).cartas).toHaveLength(2);
    } finally {
      await wire.asOwner("DROP TRIGGER quebra ON envio; DROP FUNCTION quebra()");
    }
  });

  test("a common or weak password is refused, and the link remains valid", async () => {
    const { carta } = await linkSteps.invite();
    expect(await linkSteps.accept(carta.link, "senha123")).toMatchObject(refusalOf("senhaComum", "password"));
    expect(await linkSteps.accept(carta.link, "curta1")).toMatchObject(refusalOf("senhaFraca", "password"));
    expect(await linkSteps.accept(carta.link)).toMatchObject({ sucesso: true });
    const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
    expect(await linkSteps.reset(emails[0]?.link ?? "", "senha123")).toMatchObject(
      refusalOf("senhaComum", "newPassword"),
    );
    expect(await linkSteps.reset(emails[0]?.link ?? "", NEW_PASSWORD)).toMatchObject({ sucesso: true });
  });
});
