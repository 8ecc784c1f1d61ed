import { CONVITE_MS, MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openConta } from "../src/services/conta/open-conta.ts";
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

describe("a password reset", () => {
  test("a password reset is requested by address, and the answer does not reveal whether the address is known", async () => {
    const rita = await mao.join();
    const known = await mao.ask(` Rita${n}@EXEMPLO.test `);
    const unknown = await mao.ask("ninguem@exemplo.test");
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

  test("a password reset ends all sessions and the old password, and is notified and recorded", async () => {
    const rita = await mao.join();
    const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
    const outra = "Outrasenha9";
    expect(await mao.reset(cartas[0]?.link ?? "", outra)).toMatchObject({
      mensagem: MENSAGENS.senhaRedefinida,
    });
    expect(await mao.isAlive(rita)).toBe(false);
    expect([await mao.logar(rita, outra), await mao.logar(rita, NOVA)]).toEqual([true, false]);
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

  test("a password reset lifts the throttle of failed sign-ins", async () => {
    const rita = await mao.join();
    for (let guess = 0; guess < 6; guess += 1) await mao.logar(rita, `errada${guess}`);
    const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
    await mao.reset(cartas[0]?.link ?? "", "Outrasenha9");
    expect(await mao.logar(rita, "Outrasenha9")).toBe(true);
  });

  test("an address in two contas gets one e-mail each, with separate links", async () => {
    const rita = await mao.join();
    const dona = await enter(casa, { nomeUsuario: "dona" });
    await casa.asOwner("UPDATE usuario SET email = $2 WHERE id = $1", [
      dona.usuarioId,
      `RITA${n}@exemplo.test`,
    ]);
    const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
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

  test("an invited user gets another invitation, an inactive user gets nothing", async () => {
    const { id, carta } = await mao.invite();
    const { conviteExpiraEm } = (await ana.call("Usuario.getUsuario", { id })).object as {
      conviteExpiraEm: string;
    };
    casa.clock.advance(HA_POUCO_MS);
    const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
    expect(cartas).toMatchObject([{ assunto: "Seu acesso ao Malote" }]);
    expect((await ana.call("Usuario.getUsuario", { id })).object).toMatchObject({ conviteExpiraEm });
    expect(await mao.accept(carta.link)).toMatchObject(no("tokenConviteInvalido"));
    expect(await mao.accept(cartas[0]?.link ?? "")).toMatchObject({ sucesso: true });
    await ana.call("Usuario.setAtivo", { id, ativo: false });
    expect((await mao.ask(`rita${n}@exemplo.test`)).cartas).toEqual([]);
  });

  test("too many requests for an address send no more e-mails, with the same answer", async () => {
    await mao.join();
    for (const [email, sent] of [
      [`rita${n}@exemplo.test`, 5],
      [`ninguem${n}@exemplo.test`, 0],
    ] as const) {
      let letters = 0;
      for (let each = 0; each < 7; each += 1) {
        const { answer, cartas } = await mao.ask(email);
        expect(answer).toMatchObject({ sucesso: true, mensagem: MENSAGENS.redefinicaoEnviada });
        letters += cartas.length;
        await casa.asOwner("UPDATE usuario_token SET criado_em = criado_em - interval '5 minutes'");
      }
      expect(letters).toBe(sent);
    }
    expect(JSON.stringify(await casa.asOwner("SELECT chave FROM limite_uso"))).not.toMatch(/ana@|ninguem/);
  });

  test("a second request within minutes sends nothing and keeps the first link valid", async () => {
    await mao.join();
    const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
    casa.clock.advance(HA_POUCO_MS - 1_000);
    expect(await mao.ask(`rita${n}@exemplo.test`)).toMatchObject({
      answer: { mensagem: MENSAGENS.redefinicaoEnviada },
      cartas: [],
    });
    expect(await mao.reset(cartas[0]?.link ?? "", NOVA)).toMatchObject({ sucesso: true });
  });

  test("a password reset does not renew an expired invitation; a manager must invite again", async () => {
    const { id } = await mao.invite();
    casa.clock.advance(CONVITE_MS);
    expect((await mao.ask(`rita${n}@exemplo.test`)).cartas).toEqual([]);
    expect(
      await casa.asOwner("SELECT 1 FROM registro WHERE alvo = $1 AND usuario = 'Visitante'", [id]),
    ).toEqual([]);
    casa.clock.set(new Date());
    const usuario = { ...digitado(`rita${n}`), id };
    expect(await ana.call("Usuario.inviteUsuario", { usuario })).toMatchObject({ sucesso: true });
  });

  test("the owner of an unconfirmed conta gets the confirmation e-mail again until it expires", async () => {
    const conta = { identificador: `padaria${n}`, tipoPessoa: "Jurídica", uf: "SP" } as const;
    const quem = { email: `dona${n}@exemplo.test`, nomeUsuario: "dona", nomeCompleto: "Dona Rosa" };
    const nova = { conta, ...quem, abertaPor: null, comCarta: true };
    await openConta(casa.ctx, nova);
    const [primeira] = await casa.readCartas();
    casa.clock.advance(HA_POUCO_MS);
    const { cartas } = await mao.ask(quem.email);
    expect(cartas.map(({ assunto }) => assunto)).toEqual([primeira?.assunto]);
    casa.clock.advance(CONVITE_MS - HA_POUCO_MS);
    expect((await mao.ask(quem.email)).cartas).toEqual([]);
    await expect(openConta(casa.ctx, nova)).resolves.toMatchObject({ token: expect.any(String) });
  });

  test("an e-mail that fails to be written does not affect the others", async () => {
    await mao.join();
    const donas = [await enter(casa, { nomeUsuario: "dona" }), await enter(casa, { nomeUsuario: "dona" })];
    const [quebrada] = donas.map(({ contaId }) => contaId).sort();
    const ids = donas.map(({ usuarioId }) => usuarioId);
    await casa.asOwner("UPDATE usuario SET email = $2 WHERE id = ANY ($1)", [ids, `rita${n}@exemplo.test`]);
    await casa.asOwner(
      `CREATE FUNCTION quebra() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'quebrado'; END $$;
       CREATE TRIGGER quebra BEFORE INSERT ON envio FOR EACH ROW WHEN (NEW.conta_id = '${quebrada}') EXECUTE FUNCTION quebra()`,
    );
    try {
      expect((await mao.ask(`rita${n}@exemplo.test`)).cartas).toHaveLength(2);
    } finally {
      await casa.asOwner("DROP TRIGGER quebra ON envio; DROP FUNCTION quebra()");
    }
  });

  test("a common or weak password is refused, and the link remains valid", async () => {
    const { carta } = await mao.invite();
    expect(await mao.accept(carta.link, "senha123")).toMatchObject(no("senhaComum", "password"));
    expect(await mao.accept(carta.link, "curta1")).toMatchObject(no("senhaFraca", "password"));
    expect(await mao.accept(carta.link)).toMatchObject({ sucesso: true });
    const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
    expect(await mao.reset(cartas[0]?.link ?? "", "senha123")).toMatchObject(no("senhaComum", "newPassword"));
    expect(await mao.reset(cartas[0]?.link ?? "", NOVA)).toMatchObject({ sucesso: true });
  });
});
