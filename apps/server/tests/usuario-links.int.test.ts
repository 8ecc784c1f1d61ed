import { CONVITE_MS, formatMensagem, MENSAGENS, REDEFINICAO_MS, USUARIOS_MAX } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../src/secrets/token.ts";
import { openConta } from "../src/services/conta/open-conta.ts";
import { settlePedidosDeSenha } from "../src/services/usuario/reset-senha.ts";
import { type Casa, digitado, no, openCasa, visit } from "./usuario.ts";
import { enter, enterAs, type Pessoa, rpc, signIn } from "./wire.ts";

const NOVA = "Girassol77";
/** So long a link that was asked for is left alone. */
const HA_POUCO_MS = 5 * 60_000;

let casa: Casa;
let ana: Pessoa;
let n = 0;

beforeAll(async () => {
  casa = await openCasa();
  ana = await enter(casa, { nomeUsuario: "ana" });
});
afterAll(() => casa.dispose());
beforeEach(async () => {
  n += 1;
  casa.clock.set(new Date());
  await casa.asOwner("DELETE FROM limite_uso");
  await casa.readCartas();
});

/** Invites somebody new and reads the letter. */
async function invite(nomeUsuario = `rita${n}`) {
  const answer = await ana.call("Usuario.inviteUsuario", { usuario: digitado(nomeUsuario) });
  const { id } = answer.object as { id: string };
  const [carta] = await casa.readCartas();
  if (carta === undefined) throw new Error("no letter");
  return { id, answer, carta, nomeUsuario };
}
/** Somebody who is in. */
async function join(nomeUsuario = `rita${n}`): Promise<Pessoa> {
  const { contaId, identificador } = ana;
  const novo = { nomeUsuario, senha: NOVA, administrador: false };
  const { usuarioId } = await casa.createUsuario(contaId, novo);
  return await enterAs(casa, { ...novo, contaId, identificador, usuarioId });
}
/** Asks for a new password and reads the letters. */
async function ask(email: string) {
  const answer = await visit(casa, "Usuario.resetPassword", { email });
  return { answer, cartas: await casa.readCartas() };
}
const accept = (inviteToken: string, password = NOVA, usuario: object | null = null) =>
  visit(casa, "Usuario.saveInviteUsuario", { usuario, inviteToken, password });
const reset = (resetToken: string, newPassword = NOVA) =>
  visit(casa, "Usuario.saveSetupPassword", { usuario: null, resetToken, newPassword });
const logar = async (
  { identificador, nomeUsuario }: Pick<Pessoa, "identificador" | "nomeUsuario">,
  senha: string,
) =>
  (
    (await (await signIn(casa, { identificador, nomeUsuario, senha })).json()) as {
      result: { sucesso: boolean };
    }
  ).result.sucesso;
const isAlive = async ({ token }: Pessoa) =>
  (await rpc(casa, { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: token })).error ===
  null;

describe("an invitation", () => {
  test("arrives with who invites, the names to sign in with and its link, behind which one chooses a password", async () => {
    const { answer, carta, id, nomeUsuario } = await invite();
    expect(answer).toMatchObject({ sucesso: true, mensagem: MENSAGENS.conviteEnviado });
    expect(carta).toMatchObject({
      para: `${nomeUsuario}@exemplo.test`,
      assunto: "Ana de Teste convidou você para o Malote",
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
    expect(await accept(carta.link, NOVA, nomes)).toMatchObject({ mensagem: MENSAGENS.conviteAceito });
    expect((await ana.call("Usuario.getUsuario", { id })).object).toMatchObject({
      ...{
        nome: "Ritinha",
        nomeCompleto: "Rita de Cássia Lemos",
        nomeUsuario,
        email: `${nomeUsuario}@exemplo.test`,
      },
      ...{ ativado: true, conviteExpiraEm: null },
    });
    expect(await logar({ identificador: ana.identificador, nomeUsuario }, NOVA)).toBe(true);
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

  test("is sent again to one who has not come; the link before ends", async () => {
    const { id, carta, nomeUsuario } = await invite();
    const again = { usuario: { ...digitado(nomeUsuario), id } };
    expect(await ana.call("Usuario.inviteUsuario", again)).toMatchObject({ object: { id } });
    const [segunda] = await casa.readCartas();
    expect(await accept(carta.link)).toMatchObject(no("tokenConviteInvalido"));
    expect(await accept(segunda?.link ?? "")).toMatchObject({ sucesso: true });
    expect(await ana.call("Usuario.inviteUsuario", again)).toMatchObject(no("usuarioJaAtivado"));
  });

  test("goes to the new address when it changes before they came, and ends at the old one", async () => {
    const { id, carta, nomeUsuario } = await invite();
    const usuario = { ...digitado(nomeUsuario, { email: `nova${n}@exemplo.test` }), id };
    await ana.call("Usuario.saveUsuario", { usuario });
    const cartas = await casa.readCartas();
    expect(cartas.map(({ para }) => para)).toEqual([`nova${n}@exemplo.test`]);
    expect(await accept(carta.link)).toMatchObject(no("tokenConviteInvalido"));
    expect(await accept(cartas[0]?.link ?? "")).toMatchObject({ sucesso: true });
  });

  test("that cannot leave is not made: nobody new stands there", async () => {
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

  test("saving somebody without an id invites them", async () => {
    const answer = await ana.call("Usuario.saveUsuario", { usuario: digitado(`rita${n}`) });
    expect(answer).toMatchObject({ sucesso: true, mensagem: MENSAGENS.conviteEnviado });
    expect(await casa.readCartas()).toMatchObject([{ para: `rita${n}@exemplo.test` }]);
  });

  test("a hundred in an hour are enough", async () => {
    await casa.asOwner(
      "INSERT INTO limite_uso (chave, janela, usos) SELECT $1, date_trunc('hour', $2::timestamptz), 100",
      [`convite:${ana.contaId}`, casa.clock.now()],
    );
    const { mensagem } = await ana.call("Usuario.inviteUsuario", { usuario: digitado(`rita${n}`) });
    expect(mensagem).toMatch(/^Muitos convites em pouco tempo/);
  });

  test("more users than a conta may have are refused; those who are gone do not count", async () => {
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

describe("a new password", () => {
  test("is asked for by address; the answer is the same whoever has it", async () => {
    const rita = await join();
    const known = await ask(` Rita${n}@EXEMPLO.test `);
    const unknown = await ask("ninguem@exemplo.test");
    expect(known.answer).toEqual(unknown.answer);
    expect(known.answer).toMatchObject({ sucesso: true, mensagem: MENSAGENS.redefinicaoEnviada });
    expect([known.cartas.length, unknown.cartas.length]).toEqual([1, 0]);
    const [carta] = known.cartas;
    for (const said of [ana.identificador, rita.nomeUsuario, `/configurar_senha/setup/${carta?.link}`]) {
      expect(carta?.texto).toContain(said);
      expect(carta?.html).toContain(said);
    }
    const portador = await visit(casa, "Usuario.loadSetupPassword", { resetToken: carta?.link });
    expect(portador.object).toMatchObject({
      identificador: ana.identificador,
      nomeUsuario: rita.nomeUsuario,
    });
  });

  test("ends every session, is told by letter and written down; the old one is over", async () => {
    const rita = await join();
    const { cartas } = await ask(`rita${n}@exemplo.test`);
    const outra = "Outrasenha9";
    expect(await reset(cartas[0]?.link ?? "", outra)).toMatchObject({ mensagem: MENSAGENS.senhaRedefinida });
    expect(await isAlive(rita)).toBe(false);
    expect([await logar(rita, outra), await logar(rita, NOVA)]).toEqual([true, false]);
    const [aviso] = await casa.readCartas();
    expect(aviso).toMatchObject({
      para: `rita${n}@exemplo.test`,
      assunto: "Sua senha no Malote foi trocada",
    });
    const acts = await casa.asOwner("SELECT acao, usuario FROM registro WHERE alvo = $1 ORDER BY ordem", [
      rita.usuarioId,
    ]);
    expect(acts).toEqual(
      expect.arrayContaining([
        { acao: "pedir-senha", usuario: "Visitante" },
        { acao: "trocar-senha", usuario: "Ana de Teste" },
      ]),
    );
  });

  test("who locked themselves out by guessing is in again with it", async () => {
    const rita = await join();
    for (let guess = 0; guess < 6; guess += 1) await logar(rita, `errada${guess}`);
    const { cartas } = await ask(`rita${n}@exemplo.test`);
    await reset(cartas[0]?.link ?? "", "Outrasenha9");
    expect(await logar(rita, "Outrasenha9")).toBe(true);
  });

  test("one address in two contas gets a letter for each, with its own link", async () => {
    const rita = await join();
    const dona = await enter(casa, { nomeUsuario: "dona" });
    await casa.asOwner("UPDATE usuario SET email = $2 WHERE id = $1", [
      dona.usuarioId,
      `RITA${n}@exemplo.test`,
    ]);
    const { cartas } = await ask(`rita${n}@exemplo.test`);
    expect(cartas).toHaveLength(2);
    const quem = await Promise.all(
      cartas.map(
        async ({ link }) => (await visit(casa, "Usuario.loadSetupPassword", { resetToken: link })).object,
      ),
    );
    expect(quem).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ identificador: rita.identificador, nomeUsuario: rita.nomeUsuario }),
        expect.objectContaining({ identificador: dona.identificador, nomeUsuario: "dona" }),
      ]),
    );
  });

  test("who was invited and never came gets another invitation, who may not enter gets nothing", async () => {
    const { id, carta } = await invite();
    const { conviteExpiraEm } = (await ana.call("Usuario.getUsuario", { id })).object as {
      conviteExpiraEm: string;
    };
    casa.clock.advance(HA_POUCO_MS);
    const { cartas } = await ask(`rita${n}@exemplo.test`);
    expect(cartas).toMatchObject([{ assunto: `Seu acesso ao Malote: conta ${ana.identificador}` }]);
    expect((await ana.call("Usuario.getUsuario", { id })).object).toMatchObject({ conviteExpiraEm });
    expect(await accept(carta.link)).toMatchObject(no("tokenConviteInvalido"));
    expect(await accept(cartas[0]?.link ?? "")).toMatchObject({ sucesso: true });
    await ana.call("Usuario.setAtivo", { id, ativo: false });
    expect((await ask(`rita${n}@exemplo.test`)).cartas).toEqual([]);
  });

  test("asked for too often about one address sends nothing more and says what it always says", async () => {
    await join();
    for (const [email, sent] of [
      [`rita${n}@exemplo.test`, 5],
      [`ninguem${n}@exemplo.test`, 0],
    ] as const) {
      let letters = 0;
      for (let each = 0; each < 7; each += 1) {
        const { answer, cartas } = await ask(email);
        expect(answer).toMatchObject({ sucesso: true, mensagem: MENSAGENS.redefinicaoEnviada });
        letters += cartas.length;
        await casa.asOwner("UPDATE usuario_token SET criado_em = criado_em - interval '5 minutes'");
      }
      expect(letters).toBe(sent);
    }
    expect(JSON.stringify(await casa.asOwner("SELECT chave FROM limite_uso"))).not.toMatch(/ana@|ninguem/);
  });

  test("asked for twice in a few minutes: the link that is on its way stays the one that works", async () => {
    await join();
    const { cartas } = await ask(`rita${n}@exemplo.test`);
    casa.clock.advance(HA_POUCO_MS - 1_000);
    expect(await ask(`rita${n}@exemplo.test`)).toMatchObject({
      answer: { mensagem: MENSAGENS.redefinicaoEnviada },
      cartas: [],
    });
    expect(await reset(cartas[0]?.link ?? "", NOVA)).toMatchObject({ sucesso: true });
  });

  test("is no way for a stranger to wake an invitation that is over: a manager invites again", async () => {
    const { id } = await invite();
    casa.clock.advance(CONVITE_MS);
    expect((await ask(`rita${n}@exemplo.test`)).cartas).toEqual([]);
    expect(
      await casa.asOwner("SELECT 1 FROM registro WHERE alvo = $1 AND usuario = 'Visitante'", [id]),
    ).toEqual([]);
    casa.clock.set(new Date());
    const usuario = { ...digitado(`rita${n}`), id };
    expect(await ana.call("Usuario.inviteUsuario", { usuario })).toMatchObject({ sucesso: true });
  });

  test("the owner of a conta nobody entered gets its own letter again, and no longer once its time is over", async () => {
    const conta = { identificador: `padaria${n}`, tipoPessoa: "Jurídica", uf: "SP" } as const;
    const quem = { email: `dona${n}@exemplo.test`, nomeUsuario: "dona", nomeCompleto: "Dona Rosa" };
    const nova = { conta, ...quem, abertaPor: null, comCarta: true };
    await openConta(casa.ctx, nova);
    const [primeira] = await casa.readCartas();
    casa.clock.advance(HA_POUCO_MS);
    const { cartas } = await ask(quem.email);
    expect(cartas.map(({ assunto }) => assunto)).toEqual([primeira?.assunto]);
    casa.clock.advance(CONVITE_MS - HA_POUCO_MS);
    expect((await ask(quem.email)).cartas).toEqual([]);
    await expect(openConta(casa.ctx, nova)).resolves.toMatchObject({ token: expect.any(String) });
  });

  test("one letter that cannot be written does not lose the others", async () => {
    await join();
    const donas = [await enter(casa, { nomeUsuario: "dona" }), await enter(casa, { nomeUsuario: "dona" })];
    const [quebrada] = donas.map(({ contaId }) => contaId).sort();
    const ids = donas.map(({ usuarioId }) => usuarioId);
    await casa.asOwner("UPDATE usuario SET email = $2 WHERE id = ANY ($1)", [ids, `rita${n}@exemplo.test`]);
    await casa.asOwner(
      `CREATE FUNCTION quebra() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'quebrado'; END $$;
       CREATE TRIGGER quebra BEFORE INSERT ON envio FOR EACH ROW WHEN (NEW.conta_id = '${quebrada}') EXECUTE FUNCTION quebra()`,
    );
    try {
      expect((await ask(`rita${n}@exemplo.test`)).cartas).toHaveLength(2);
    } finally {
      await casa.asOwner("DROP TRIGGER quebra ON envio; DROP FUNCTION quebra()");
    }
  });

  test("that everybody has is refused, and the link still works; a weak one too", async () => {
    const { carta } = await invite();
    expect(await accept(carta.link, "senha123")).toMatchObject(no("senhaComum", "password"));
    expect(await accept(carta.link, "curta1")).toMatchObject(no("senhaFraca", "password"));
    expect(await accept(carta.link)).toMatchObject({ sucesso: true });
    const { cartas } = await ask(`rita${n}@exemplo.test`);
    expect(await reset(cartas[0]?.link ?? "", "senha123")).toMatchObject(no("senhaComum", "newPassword"));
    expect(await reset(cartas[0]?.link ?? "", NOVA)).toMatchObject({ sucesso: true });
  });
});

describe("a link", () => {
  test("of two who come with it at once, one gets in", async () => {
    const { carta } = await invite();
    const both = await Promise.all([accept(carta.link, "Pitanga-81"), accept(carta.link, "Jabuti-4402")]);
    expect(both.map(({ mensagem }) => mensagem).sort()).toEqual(
      [MENSAGENS.conviteAceito, MENSAGENS.tokenConviteInvalido].sort(),
    );
    const { cartas } = await ask(`rita${n}@exemplo.test`);
    const resetToken = cartas[0]?.link ?? "";
    const resets = await Promise.all([reset(resetToken, "Sabia-5510"), reset(resetToken, "Quati-6620")]);
    expect(resets.map(({ mensagem }) => mensagem).sort()).toEqual(
      [MENSAGENS.senhaRedefinida, MENSAGENS.tokenSenhaInvalido].sort(),
    );
  });

  test("that is spent, over, ended by a newer one, of the other kind, unknown or of one kept out is refused alike", async () => {
    const { id, carta } = await invite();
    const load = (resetToken: string) => visit(casa, "Usuario.loadSetupPassword", { resetToken });
    const loadConvite = (inviteToken: string) => visit(casa, "Usuario.loadInviteUsuario", { inviteToken });
    const refused = { ...no("tokenSenhaInvalido"), object: null };
    const recusado = { ...no("tokenConviteInvalido"), object: null };
    expect(await load(carta.link)).toMatchObject(refused);
    await accept(carta.link);
    for (const token of [carta.link, "", "x", "A".repeat(43)]) {
      expect(await loadConvite(token)).toMatchObject(recusado);
      expect(await accept(token)).toMatchObject(recusado);
      expect(await load(token)).toMatchObject(refused);
      expect(await reset(token)).toMatchObject(refused);
    }
    const [velha] = (await ask(`rita${n}@exemplo.test`)).cartas;
    casa.clock.advance(HA_POUCO_MS);
    const [nova] = (await ask(`rita${n}@exemplo.test`)).cartas;
    expect(await load(velha?.link ?? "")).toMatchObject(refused);
    expect(await load(nova?.link ?? "")).toMatchObject({ sucesso: true });
    await ana.call("Usuario.setAtivo", { id, ativo: false });
    await ana.call("Usuario.setAtivo", { id, ativo: true });
    expect(await load(nova?.link ?? "")).toMatchObject(refused);
    await casa.asOwner("UPDATE usuario SET ativo = false WHERE id = $1", [id]);
    expect(await reset(nova?.link ?? "")).toMatchObject(refused);
  });

  test("lives 72 h of an invitation and 1 h of a new password, and not a second more", async () => {
    const { carta } = await invite();
    await join(`outra${n}`);
    const { cartas } = await ask(`outra${n}@exemplo.test`);
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

  test("of a conta of the sandbox is refused when the sandbox is off, and none is sent", async () => {
    const { carta } = await invite();
    await casa.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [ana.contaId]);
    try {
      expect(await accept(carta.link)).toMatchObject(no("tokenConviteInvalido"));
      expect((await ask("ana@exemplo.test")).cartas).toEqual([]);
    } finally {
      await casa.asOwner("UPDATE conta SET sandbox = false WHERE id = $1", [ana.contaId]);
    }
  });

  test("a letter that could not leave before its link was over does not leave any more", async () => {
    await join();
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

test("no key of a letter ever stood in the database in clear, and none stands there once it was sent", async () => {
  const { carta } = await invite();
  await join(`outra${n}`);
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
