import { CONVITE_MS, formatMensagem, MENSAGENS, REDEFINICAO_MS, USUARIOS_MAX } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../src/secrets/token.ts";
import { settlePedidosDeSenha } from "../src/services/usuario/reset-senha.ts";
import { type Casa, digitado, no, openCasa, visit } from "./usuario.ts";
import { createMao, NOVA } from "./usuario-mao.ts";
import { enter, type Pessoa } from "./wire.ts";

/** No new link is sent within this time. */
const HA_POUCO_MS = 5 * 60_000;

let casa: Casa;
let ana: Pessoa;
let mao: ReturnType<typeof createMao>;
let n = 0;

beforeAll(async () => {
  casa = await openCasa();
  ana = await enter(casa, { nomeUsuario: "ana" });
  mao = createMao({ casa, ana, nome: () => `rita${n}` });
});
afterAll(() => casa.dispose());
beforeEach(async () => {
  n += 1;
  casa.clock.set(new Date());
  await casa.asOwner("DELETE FROM limite_uso");
  await casa.readCartas();
});

describe("an invitation", () => {
  test("an invitation contains the inviting user, the sign-in names and a link for choosing a password", async () => {
    const { answer, carta, id, nomeUsuario } = await mao.invite();
    expect(answer).toMatchObject({ sucesso: true, mensagem: MENSAGENS.conviteEnviado });
    expect(carta).toMatchObject({
      para: `${nomeUsuario}@exemplo.test`,
      assunto: "Convite para o Malote",
    });
    for (const said of [ana.identificador, nomeUsuario, `/usuario_convidado/setup/${carta.link}`]) {
      expect(carta.texto).toContain(said);
      expect(carta.html).toContain(said);
    }
    const portador = await visit(casa, "Usuario.loadInviteUsuario", { inviteToken: carta.link });
    expect(portador.object).toEqual({
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
    expect(await mao.accept(carta.link, NOVA, nomes)).toMatchObject({ mensagem: MENSAGENS.conviteAceito });
    expect((await ana.call("Usuario.getUsuario", { id })).object).toMatchObject({
      ...{
        nome: "Ritinha",
        nomeCompleto: "Rita de Cássia Lemos",
        nomeUsuario,
        email: `${nomeUsuario}@exemplo.test`,
      },
      ...{ ativado: true, conviteExpiraEm: null },
    });
    expect(await mao.logar({ identificador: ana.identificador, nomeUsuario }, NOVA)).toBe(true);
    const acts = await casa.asOwner("SELECT acao, usuario FROM registro WHERE alvo = $1 ORDER BY ordem", [
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
    const { id, carta, nomeUsuario } = await mao.invite();
    const again = { usuario: { ...digitado(nomeUsuario), id } };
    expect(await ana.call("Usuario.inviteUsuario", again)).toMatchObject({ object: { id } });
    const [segunda] = await casa.readCartas();
    expect(await mao.accept(carta.link)).toMatchObject(no("tokenConviteInvalido"));
    expect(await mao.accept(segunda?.link ?? "")).toMatchObject({ sucesso: true });
    expect(await ana.call("Usuario.inviteUsuario", again)).toMatchObject(no("usuarioJaAtivado"));
  });

  test("an invitation is sent to a changed address, and the link at the old address ends", async () => {
    const { id, carta, nomeUsuario } = await mao.invite();
    const usuario = { ...digitado(nomeUsuario, { email: `nova${n}@exemplo.test` }), id };
    await ana.call("Usuario.saveUsuario", { usuario });
    const cartas = await casa.readCartas();
    expect(cartas.map(({ para }) => para)).toEqual([`nova${n}@exemplo.test`]);
    expect(await mao.accept(carta.link)).toMatchObject(no("tokenConviteInvalido"));
    expect(await mao.accept(cartas[0]?.link ?? "")).toMatchObject({ sucesso: true });
  });

  test("an invitation that cannot be sent creates no user", async () => {
    const semSaida = { ...casa.ctx.config };
    casa.ctx.config.smtp = null;
    try {
      for (const method of ["Usuario.inviteUsuario", "Usuario.saveUsuario"] as const) {
        expect(await ana.call(method, { usuario: digitado(`rita${n}`) })).toMatchObject(
          no("conviteNaoEnviado"),
        );
      }
    } finally {
      casa.ctx.config.smtp = semSaida.smtp;
    }
    expect(await casa.asOwner("SELECT 1 FROM usuario WHERE nome_usuario = $1", [`rita${n}`])).toEqual([]);
  });

  test("saving a user without an id invites that user", async () => {
    const answer = await ana.call("Usuario.saveUsuario", { usuario: digitado(`rita${n}`) });
    expect(answer).toMatchObject({ sucesso: true, mensagem: MENSAGENS.conviteEnviado });
    expect(await casa.readCartas()).toMatchObject([{ para: `rita${n}@exemplo.test` }]);
  });

  test("at most 100 invitations per hour are sent", async () => {
    await casa.asOwner(
      "INSERT INTO limite_uso (chave, janela, usos) SELECT $1, date_trunc('hour', $2::timestamptz), 100",
      [`convite:${ana.contaId}`, casa.clock.now()],
    );
    const { mensagem } = await ana.call("Usuario.inviteUsuario", { usuario: digitado(`rita${n}`) });
    expect(mensagem).toMatch(/^Muitos convites em pouco tempo/);
  });

  test("the number of users per conta is limited; deleted users do not count", async () => {
    const dona = await enter(casa, { nomeUsuario: "dona" });
    await casa.asOwner(
      `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, excluido_em)
       SELECT $1, gen_random_uuid(), '', 'u' || n, '', '', CASE WHEN n = 1 THEN now() END FROM generate_series(1, $2) n`,
      [dona.contaId, USUARIOS_MAX],
    );
    const convite = () => dona.call("Usuario.inviteUsuario", { usuario: digitado(`rita${n}`) });
    expect((await convite()).mensagem).toBe(formatMensagem("usuariosDemais", { limite: USUARIOS_MAX }));
    await casa.asOwner("UPDATE usuario SET excluido_em = now() WHERE conta_id = $1 AND nome_usuario = 'u2'", [
      dona.contaId,
    ]);
    expect(await convite()).toMatchObject({ sucesso: true });
  });
});

describe("a link", () => {
  test("a link used twice at the same time is accepted once", async () => {
    const { carta } = await mao.invite();
    const both = await Promise.all([
      mao.accept(carta.link, "Pitanga-81"),
      mao.accept(carta.link, "Jabuti-4402"),
    ]);
    expect(both.map(({ mensagem }) => mensagem).sort()).toEqual(
      [MENSAGENS.conviteAceito, MENSAGENS.tokenConviteInvalido].sort(),
    );
    const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
    const resetToken = cartas[0]?.link ?? "";
    const resets = await Promise.all([
      mao.reset(resetToken, "Sabia-5510"),
      mao.reset(resetToken, "Quati-6620"),
    ]);
    expect(resets.map(({ mensagem }) => mensagem).sort()).toEqual(
      [MENSAGENS.senhaRedefinida, MENSAGENS.tokenSenhaInvalido].sort(),
    );
  });

  test("a link is refused alike when used, expired, replaced, unknown, of another kind or of an inactive user", async () => {
    const { id, carta } = await mao.invite();
    const load = (resetToken: string) => visit(casa, "Usuario.loadSetupPassword", { resetToken });
    const loadConvite = (inviteToken: string) => visit(casa, "Usuario.loadInviteUsuario", { inviteToken });
    const refused = { ...no("tokenSenhaInvalido"), object: null };
    const recusado = { ...no("tokenConviteInvalido"), object: null };
    expect(await load(carta.link)).toMatchObject(refused);
    await mao.accept(carta.link);
    for (const token of [carta.link, "", "x", "A".repeat(43)]) {
      expect(await loadConvite(token)).toMatchObject(recusado);
      expect(await mao.accept(token)).toMatchObject(recusado);
      expect(await load(token)).toMatchObject(refused);
      expect(await mao.reset(token)).toMatchObject(refused);
    }
    const [velha] = (await mao.ask(`rita${n}@exemplo.test`)).cartas;
    casa.clock.advance(HA_POUCO_MS);
    const [nova] = (await mao.ask(`rita${n}@exemplo.test`)).cartas;
    expect(await load(velha?.link ?? "")).toMatchObject(refused);
    expect(await load(nova?.link ?? "")).toMatchObject({ sucesso: true });
    await ana.call("Usuario.setAtivo", { id, ativo: false });
    await ana.call("Usuario.setAtivo", { id, ativo: true });
    expect(await load(nova?.link ?? "")).toMatchObject(refused);
    await casa.asOwner("UPDATE usuario SET ativo = false WHERE id = $1", [id]);
    expect(await mao.reset(nova?.link ?? "")).toMatchObject(refused);
  });

  test("a link is valid for 72 h for an invitation and 1 h for a new password", async () => {
    const { carta } = await mao.invite();
    await mao.join(`outra${n}`);
    const { cartas } = await mao.ask(`outra${n}@exemplo.test`);
    const resetToken = cartas[0]?.link ?? "";
    const load = () => visit(casa, "Usuario.loadSetupPassword", { resetToken });
    const loadConvite = () => visit(casa, "Usuario.loadInviteUsuario", { inviteToken: carta.link });
    try {
      casa.clock.advance(REDEFINICAO_MS - 30_000);
      expect(await load()).toMatchObject({ sucesso: true });
      casa.clock.advance(30_000);
      expect(await load()).toMatchObject(no("tokenSenhaInvalido"));
      casa.clock.advance(CONVITE_MS - REDEFINICAO_MS - 30_000);
      expect(await loadConvite()).toMatchObject({ sucesso: true });
      casa.clock.advance(30_000);
      expect(await loadConvite()).toMatchObject(no("tokenConviteInvalido"));
    } finally {
      casa.clock.set(new Date());
    }
  });

  test("the link of a demo conta is refused and not sent while the sandbox is off", async () => {
    const { carta } = await mao.invite();
    await casa.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [ana.contaId]);
    try {
      expect(await mao.accept(carta.link)).toMatchObject(no("tokenConviteInvalido"));
      expect((await mao.ask("ana@exemplo.test")).cartas).toEqual([]);
    } finally {
      await casa.asOwner("UPDATE conta SET sandbox = false WHERE id = $1", [ana.contaId]);
    }
  });

  test("an e-mail is not sent after its link has expired", async () => {
    await mao.join();
    await visit(casa, "Usuario.resetPassword", { email: `rita${n}@exemplo.test` });
    await settlePedidosDeSenha();
    casa.clock.advance(REDEFINICAO_MS);
    try {
      expect(await casa.readCartas()).toEqual([]);
    } finally {
      casa.clock.set(new Date());
    }
    expect(await casa.asOwner("SELECT estado, falha FROM envio ORDER BY id DESC LIMIT 1")).toMatchObject([
      { estado: "falhou", falha: expect.stringContaining("vencida") },
    ]);
  });
});

test("the database never contains a link's token in clear, and no sealed token after sending", async () => {
  const { carta } = await mao.invite();
  await mao.join(`outra${n}`);
  await visit(casa, "Usuario.resetPassword", { email: `outra${n}@exemplo.test` });
  await settlePedidosDeSenha();
  const waiting = await casa.asOwner<{ dados: Record<string, unknown> }>(
    "SELECT dados FROM envio WHERE estado = 'pendente'",
  );
  expect(waiting.map(({ dados }) => Object.keys(dados).filter((key) => key.startsWith("token")))).toEqual([
    ["tokenSelado"],
  ]);
  const before = await dump();
  const [segunda] = await casa.readCartas();
  expect(await casa.asOwner("SELECT 1 FROM envio WHERE dados ?| ARRAY['token', 'tokenSelado']")).toEqual([]);
  const after = await dump();
  for (const key of [carta.link, segunda?.link ?? ""]) {
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const text of [before, after]) expect(text.includes(key)).toBe(false);
    expect(after).toContain(hashToken(key).toString("hex"));
  }
});

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await casa.asOwner<{ nome: string }>(
    "SELECT format('%I.%I', table_schema, table_name) AS nome FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const rows = [];
  for (const { nome } of tables) rows.push(await casa.asOwner(`SELECT t::text FROM ${nome} t`));
  return JSON.stringify(rows);
}
