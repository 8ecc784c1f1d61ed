import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import type { PublicContext } from "../src/services/handler.ts";
import { countUsoDaRede } from "../src/services/limite/count-rede.ts";
import { askSenha } from "../src/services/usuario/reset-senha.ts";
import { type Casa, no, openCasa, visit } from "./usuario.ts";
import { createMao, NOVA } from "./usuario-mao.ts";
import { enter, type Pessoa } from "./wire.ts";

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
  await casa.asOwner("DELETE FROM limite_uso");
  await casa.readCartas();
});

function visitFrom(ip: string): PublicContext {
  const visitor = { requestId: "r", ip, isPost: true, agente: null, arquivoToken: null };
  return { ...casa.ctx, visit: { ...visitor, setArquivoToken: () => {} } };
}

/** Creates users in foreign contas with the given e-mail address, older than any user of the test. */
async function crowd(
  email: string,
  o: { contas: number; each: number; ativado: boolean },
): Promise<string[]> {
  const ids: string[] = [];
  for (let conta = 0; conta < o.contas; conta += 1) {
    const { contaId } = await casa.createConta();
    ids.push(contaId);
    await casa.asOwner(
      `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, ativado, senha_hash, criado_em)
       SELECT $1, gen_random_uuid(), 'X', 'x' || n, 'X', $2, $3, 'x', '2020-01-01' FROM generate_series(1, $4) n`,
      [contaId, email, o.ativado, o.each],
    );
  }
  return ids;
}

test("the real user gets a link although hundreds of users of foreign contas have the same address", async () => {
  const { carta } = await mao.invite();
  expect(await mao.accept(carta.link)).toMatchObject({ sucesso: true });
  await crowd(`rita${n}@exemplo.test`, { contas: 7, each: 60, ativado: true });
  const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
  expect(cartas).toHaveLength(50);
  const [primeira] = cartas;
  expect(primeira?.texto).toContain(`rita${n}`);
  expect(primeira?.texto).toContain(ana.identificador);
  expect(await mao.reset(primeira?.link ?? "", NOVA)).toMatchObject({ sucesso: true });
});

test("at most ten users per conta and address get an e-mail, active users first", async () => {
  const [contaId = ""] = await crowd(`muitos${n}@exemplo.test`, { contas: 1, each: 30, ativado: false });
  await casa.asOwner(
    `INSERT INTO usuario_token (conta_id, id, usuario_id, tipo, token_hash, criado_em, expira_em)
     SELECT conta_id, gen_random_uuid(), id, 'convite', decode(md5(id::text), 'hex'), '2020-01-01', '2100-01-01' FROM usuario WHERE conta_id = $1`,
    [contaId],
  );
  const entrou = newId();
  await casa.asOwner(
    `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, ativado, senha_hash)
     VALUES ($1, $2, 'Eva', 'eva', 'Eva', $3, true, 'x')`,
    [contaId, entrou, `muitos${n}@exemplo.test`],
  );
  const { cartas } = await mao.ask(`muitos${n}@exemplo.test`);
  expect(cartas).toHaveLength(10);
  expect(cartas[0]?.assunto).toBe("Nova senha no Malote");
});

test("an address set by a manager is unproved until its link is used", async () => {
  const { id, carta } = await mao.invite();
  await mao.accept(carta.link);
  const provado = async () =>
    (await casa.asOwner<{ p: boolean }>("SELECT email_provado AS p FROM usuario WHERE id = $1", [id]))[0]?.p;
  expect(await provado()).toBe(true);
  await casa.asOwner("UPDATE usuario SET email = upper(email) WHERE id = $1", [id]);
  expect(await provado()).toBe(true);
  await casa.asOwner("UPDATE usuario SET email = $2 WHERE id = $1", [id, `vitima${n}@exemplo.test`]);
  expect(await provado()).toBe(false);
});

test("requests from another network do not use up the user's own allowance", async () => {
  await mao.join();
  const email = `rita${n}@exemplo.test`;
  const aged = () => casa.asOwner("UPDATE usuario_token SET criado_em = criado_em - interval '5 minutes'");
  for (let each = 0; each < 9; each += 1) {
    await askSenha(visitFrom("203.0.113.66"), email);
    await casa.readCartas();
    await aged();
  }
  await askSenha(visitFrom("198.51.100.7"), email);
  const [carta] = await casa.readCartas();
  expect(carta?.para).toBe(email);
  expect(await mao.reset(carta?.link ?? "", NOVA)).toMatchObject({ sucesso: true });
});

test("a /48 has the allowance of 16 networks, and one /56 does not use up that of its neighbours", async () => {
  const limite = { coisa: "prova", max: 2, janelaMs: 3_600_000, recusa: "muitosPedidosSenha" } as const;
  const tryFrom = async (ip: string) =>
    await countUsoDaRede(casa.ctx, ip, limite).then(
      () => 1,
      () => 0,
    );
  casa.clock.hold();
  let passed = 0;
  // One subscriber: each request from another /64 of its /56.
  for (let each = 0; each < 64; each += 1) passed += await tryFrom(`2001:db8:a:${each.toString(16)}::1`);
  expect(passed).toBe(2 * 4);
  expect(await tryFrom("2001:db8:a:100::1")).toBe(1);
  // Each request from another /56 of the /48.
  for (let each = 2; each < 66; each += 1)
    passed += await tryFrom(`2001:db8:a:${(each * 256).toString(16)}::1`);
  expect(passed + 1).toBe(2 * 16);
  await expect(countUsoDaRede(casa.ctx, "2001:db8:a:fe00::9", limite)).rejects.toThrow(/^Muitos pedidos/);
  expect(await tryFrom("2001:db8:b::1")).toBe(1);
  casa.clock.release();
});

test("refuses names that contain a link or a line break, which e-mails would show", async () => {
  const usuario = { nome: "Rita", nomeUsuario: `rita${n}`, nomeCompleto: "Rita Lemos", email: "r@x.test" };
  for (const [campo, valor, key] of [
    ["nome", "Ganhe http://golpe.test", "nomeComEndereco"],
    ["nomeCompleto", "Rita golpe.com", "nomeComEndereco"],
    ["nomeCompleto", "Rita\r\nBcc: x", "nomeComQuebra"],
    ["nomeUsuario", "golpe.com", "nomeUsuarioComSite"],
  ] as const) {
    expect(
      await ana.call("Usuario.inviteUsuario", { usuario: { ...usuario, [campo]: valor } }),
    ).toMatchObject(no(key, `usuario.${campo}`));
  }
  expect(await casa.readCartas()).toEqual([]);
  const conta = { tipoPessoa: "Jurídica" as const, identificador: "www.golpe.com", uf: "SP" };
  expect(await ana.call("Conta.saveConta", { conta })).toMatchObject(
    no("identificadorComSite", "conta.identificador"),
  );
});

test("an old stored name with a link still gets its e-mail, without that link", async () => {
  const { id, carta } = await mao.invite();
  await casa.asOwner("UPDATE usuario SET nome = 'Ganhe http://golpe.com' WHERE id = $1", [id]);
  await mao.accept(carta.link);
  const { cartas } = await mao.ask(`rita${n}@exemplo.test`);
  expect(cartas[0]?.texto).not.toContain("golpe.com");
  expect(await visit(casa, "Usuario.loadSetupPassword", { resetToken: cartas[0]?.link })).toMatchObject({
    sucesso: true,
  });
});
