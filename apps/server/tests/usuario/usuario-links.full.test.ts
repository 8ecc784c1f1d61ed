import { CONVITE_MS, formatMessage, MESSAGES, RESET_MS, USUARIOS_MAX } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../src/secrets/token.ts";
import { settlePasswordResets } from "../../src/services/membership/reset-password.ts";
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

describe("invitation of a user", () => {
  test("an invitation contains the inviting user, the sign-in names and a link for choosing a password", async () => {
    const { answer, carta: email, id, nomeUsuario } = await linkSteps.invite();
    expect(answer).toMatchObject({ sucesso: true, mensagem: MESSAGES.conviteEnviado });
    expect(email).toMatchObject({
      para: `${nomeUsuario}@exemplo.test`,
      assunto: "Convite para o Malote",
    });
    for (const said of [ana.identificador, nomeUsuario, `/usuario_convidado/setup/${email.link}`]) {
      expect(email.texto).toContain(said);
      expect(email.html).toContain(said);
    }
    const linkHolder = await callAnonymously(wire, "Usuario.loadInviteUsuario", { inviteToken: email.link });
    expect(linkHolder.object).toEqual({
      identificador: ana.identificador,
      nome: "Rita",
      nomeUsuario,
      nomeCompleto: "Rita Lemos",
      email: `${nomeUsuario}@exemplo.test`,
    });
    const nomes = {
      id,
      nome: "Ritinha",
      nomeCompleto: " Rita de Cássia Lemos ",
      nomeUsuario: "rei",
      email: "x@y.test",
    };
    expect(await linkSteps.accept(email.link, NEW_PASSWORD, nomes)).toMatchObject({
      mensagem: MESSAGES.conviteAceito,
    });
    expect((await ana.call("Usuario.getUsuario", { id })).object).toMatchObject({
      ...{
        nome: "Ritinha",
        nomeCompleto: "Rita de Cássia Lemos",
        nomeUsuario,
        email: `${nomeUsuario}@exemplo.test`,
      },
      ...{ ativado: true, conviteExpiraEm: null },
    });
    expect(await linkSteps.logar({ identificador: ana.identificador, nomeUsuario }, NEW_PASSWORD)).toBe(true);
    const acts = await wire.asOwner("SELECT acao, usuario FROM registro WHERE alvo = $1 ORDER BY ordem", [
      id,
    ]);
    expect(acts).toEqual(
      expect.arrayContaining([
        { acao: "convidar-usuario", usuario: "Ana de Teste" },
        { acao: "aceitar-convite", usuario: "Rita Lemos" },
      ]),
    );
  });

  test("an invitation can be sent again until it is accepted, which ends the earlier link", async () => {
    const { id, carta: email, nomeUsuario } = await linkSteps.invite();
    const again = { usuario: { ...userForm(nomeUsuario), id } };
    expect(await ana.call("Usuario.inviteUsuario", again)).toMatchObject({ object: { id } });
    const [secondEmail] = await wire.readEmails();
    expect(await linkSteps.accept(email.link)).toMatchObject(refusalOf("tokenConviteInvalido"));
    expect(await linkSteps.accept(secondEmail?.link ?? "")).toMatchObject({ sucesso: true });
    expect(await ana.call("Usuario.inviteUsuario", again)).toMatchObject(refusalOf("usuarioJaAtivado"));
  });

  test("an invitation is sent to a changed address, and the link at the old address ends", async () => {
    const { id, carta: email, nomeUsuario } = await linkSteps.invite();
    const usuario = { ...userForm(nomeUsuario, { email: `nova${n}@exemplo.test` }), id };
    await ana.call("Usuario.saveUsuario", { usuario });
    const emails = await wire.readEmails();
    expect(emails.map(({ para }) => para)).toEqual([`nova${n}@exemplo.test`]);
    expect(await linkSteps.accept(email.link)).toMatchObject(refusalOf("tokenConviteInvalido"));
    expect(await linkSteps.accept(emails[0]?.link ?? "")).toMatchObject({ sucesso: true });
  });

  test("an invitation that cannot be sent creates no user", async () => {
    const withoutSmtp = { ...wire.ctx.config };
    wire.ctx.config.smtp = null;
    try {
      for (const method of ["Usuario.inviteUsuario", "Usuario.saveUsuario"] as const) {
        expect(await ana.call(method, { usuario: userForm(`rita${n}`) })).toMatchObject(
          refusalOf("conviteNaoEnviado"),
        );
      }
    } finally {
      wire.ctx.config.smtp = withoutSmtp.smtp;
    }
    expect(await wire.asOwner("SELECT 1 FROM usuario WHERE nome_usuario = $1", [`rita${n}`])).toEqual([]);
  });

  test("saving a user without an id invites that user", async () => {
    const answer = await ana.call("Usuario.saveUsuario", { usuario: userForm(`rita${n}`) });
    expect(answer).toMatchObject({ sucesso: true, mensagem: MESSAGES.conviteEnviado });
    expect(await wire.readEmails()).toMatchObject([{ para: `rita${n}@exemplo.test` }]);
  });

  test("at most 100 invitations per hour are sent", async () => {
    await wire.asOwner(
      "INSERT INTO limite_uso (chave, janela, usos) SELECT $1, date_trunc('hour', $2::timestamptz), 100",
      [`convite:${ana.contaId}`, wire.clock.now()],
    );
    const { mensagem } = await ana.call("Usuario.inviteUsuario", { usuario: userForm(`rita${n}`) });
    expect(mensagem).toMatch(/^Muitos convites em pouco tempo/);
  });

  test("the number of users per conta is limited; deleted users do not count", async () => {
    const owner = await signInNewUser(wire, { nomeUsuario: "dona" });
    await wire.asOwner(
      `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, excluido_em)
       SELECT $1, gen_random_uuid(), '', 'u' || n, '', '', CASE WHEN n = 1 THEN now() END FROM generate_series(1, $2) n`,
      [owner.contaId, USUARIOS_MAX],
    );
    const inviteOne = () => owner.call("Usuario.inviteUsuario", { usuario: userForm(`rita${n}`) });
    expect((await inviteOne()).mensagem).toBe(formatMessage("usuariosDemais", { limite: USUARIOS_MAX }));
    await wire.asOwner("UPDATE usuario SET excluido_em = now() WHERE conta_id = $1 AND nome_usuario = 'u2'", [
      owner.contaId,
    ]);
    expect(await inviteOne()).toMatchObject({ sucesso: true });
  });
});

describe("the link of an invitation or of a new password", () => {
  test("a link used twice at the same time is accepted once", async () => {
    const { carta: email } = await linkSteps.invite();
    const both = await Promise.all([
      linkSteps.accept(email.link, "Pitanga-81"),
      linkSteps.accept(email.link, "Jabuti-4402"),
    ]);
    expect(both.map(({ mensagem }) => mensagem).sort()).toEqual(
      [MESSAGES.conviteAceito, MESSAGES.tokenConviteInvalido].sort(),
    );
    const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
    const resetToken = emails[0]?.link ?? "";
    const resets = await Promise.all([
      linkSteps.reset(resetToken, "Sabia-5510"),
      linkSteps.reset(resetToken, "Quati-6620"),
    ]);
    expect(resets.map(({ mensagem }) => mensagem).sort()).toEqual(
      [MESSAGES.senhaRedefinida, MESSAGES.tokenSenhaInvalido].sort(),
    );
  });

  test("a link is refused alike when used, expired, replaced, unknown, of another kind or of an inactive user", async () => {
    const { id, carta: email } = await linkSteps.invite();
    const load = (resetToken: string) => callAnonymously(wire, "Usuario.loadSetupPassword", { resetToken });
    const loadInvite = (inviteToken: string) =>
      callAnonymously(wire, "Usuario.loadInviteUsuario", { inviteToken });
    const refused = { ...refusalOf("tokenSenhaInvalido"), object: null };
    const refusedInvite = { ...refusalOf("tokenConviteInvalido"), object: null };
    expect(await load(email.link)).toMatchObject(refused);
    await linkSteps.accept(email.link);
    for (const token of [email.link, "", "x", "A".repeat(43)]) {
      expect(await loadInvite(token)).toMatchObject(refusedInvite);
      expect(await linkSteps.accept(token)).toMatchObject(refusedInvite);
      expect(await load(token)).toMatchObject(refused);
      expect(await linkSteps.reset(token)).toMatchObject(refused);
    }
    const [oldEmail] = (await linkSteps.ask(`rita${n}@exemplo.test`)).cartas;
    wire.clock.advance(RESEND_PAUSE_MS);
    const [newEmail] = (await linkSteps.ask(`rita${n}@exemplo.test`)).cartas;
    expect(await load(oldEmail?.link ?? "")).toMatchObject(refused);
    expect(await load(newEmail?.link ?? "")).toMatchObject({ sucesso: true });
    await ana.call("Usuario.setAtivo", { id, ativo: false });
    await ana.call("Usuario.setAtivo", { id, ativo: true });
    expect(await load(newEmail?.link ?? "")).toMatchObject(refused);
    await wire.asOwner("UPDATE usuario SET ativo = false WHERE id = $1", [id]);
    expect(await linkSteps.reset(newEmail?.link ?? "")).toMatchObject(refused);
  });

  test("a link is valid for 72 h for an invitation and 1 h for a new password", async () => {
    const { carta: email } = await linkSteps.invite();
    await linkSteps.join(`outra${n}`);
    const { cartas: emails } = await linkSteps.ask(`outra${n}@exemplo.test`);
    const resetToken = emails[0]?.link ?? "";
    const load = () => callAnonymously(wire, "Usuario.loadSetupPassword", { resetToken });
    const loadInvite = () => callAnonymously(wire, "Usuario.loadInviteUsuario", { inviteToken: email.link });
    try {
      wire.clock.advance(RESET_MS - 30_000);
      expect(await load()).toMatchObject({ sucesso: true });
      wire.clock.advance(30_000);
      expect(await load()).toMatchObject(refusalOf("tokenSenhaInvalido"));
      wire.clock.advance(CONVITE_MS - RESET_MS - 30_000);
      expect(await loadInvite()).toMatchObject({ sucesso: true });
      wire.clock.advance(30_000);
      expect(await loadInvite()).toMatchObject(refusalOf("tokenConviteInvalido"));
    } finally {
      wire.clock.set(new Date());
    }
  });

  test("the link of a demo conta is refused and not sent while the sandbox is off", async () => {
    const { carta: email } = await linkSteps.invite();
    await wire.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [ana.contaId]);
    try {
      expect(await linkSteps.accept(email.link)).toMatchObject(refusalOf("tokenConviteInvalido"));
      expect((await linkSteps.ask("ana@exemplo.test")).cartas).toEqual([]);
    } finally {
      await wire.asOwner("UPDATE conta SET sandbox = false WHERE id = $1", [ana.contaId]);
    }
  });

  test("an e-mail is not sent after its link has expired", async () => {
    await linkSteps.join();
    await callAnonymously(wire, "Usuario.resetPassword", { email: `rita${n}@exemplo.test` });
    await settlePasswordResets();
    wire.clock.advance(RESET_MS);
    try {
      expect(await wire.readEmails()).toEqual([]);
    } finally {
      wire.clock.set(new Date());
    }
    expect(await wire.asOwner("SELECT estado, falha FROM envio ORDER BY id DESC LIMIT 1")).toMatchObject([
      { estado: "falhou", falha: expect.stringContaining("vencida") },
    ]);
  });
});

test("the database never contains a link's token in clear, and no sealed token after sending", async () => {
  const { carta: email } = await linkSteps.invite();
  await linkSteps.join(`outra${n}`);
  await callAnonymously(wire, "Usuario.resetPassword", { email: `outra${n}@exemplo.test` });
  await settlePasswordResets();
  const waiting = await wire.asOwner<{ dados: Record<string, unknown> }>(
    "SELECT dados FROM envio WHERE estado = 'pendente'",
  );
  expect(waiting.map(({ dados }) => Object.keys(dados).filter((key) => key.startsWith("token")))).toEqual([
    ["tokenSelado"],
  ]);
  const before = await dump();
  const [secondEmail] = await wire.readEmails();
  expect(await wire.asOwner("SELECT 1 FROM envio WHERE dados ?| ARRAY['token', 'tokenSelado']")).toEqual([]);
  const after = await dump();
  for (const key of [email.link, secondEmail?.link ?? ""]) {
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const text of [before, after]) expect(text.includes(key)).toBe(false);
    expect(after).toContain(hashToken(key).toString("hex"));
  }
});

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await wire.asOwner<{ nome: string }>(
    "SELECT format('%I.%I', table_schema, table_name) AS nome FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const rows = [];
  for (const { nome } of tables) rows.push(await wire.asOwner(`SELECT t::text FROM ${nome} t`));
  return JSON.stringify(rows);
}
