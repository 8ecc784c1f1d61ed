import { MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashSenha } from "../src/secrets/senha.ts";
import { SENHA_DA_DEMO } from "../src/secrets/senha-comum.ts";
import { SENHA_DE_TESTE } from "./factories.ts";
import { type Casa, digitado, no, openCasa } from "./usuario.ts";
import { createMao } from "./usuario-mao.ts";
import { enter, type Pessoa, signIn } from "./wire.ts";

let casa: Casa;
let ana: Pessoa;
let mao: ReturnType<typeof createMao>;

beforeAll(async () => {
  casa = await openCasa();
  ana = await enter(casa, { nomeUsuario: "ana" });
  await casa.createEmpresa(ana.contaId, { nome: "Padaria Aurora Ltda" });
  mao = createMao({ casa, ana, nome: () => "rita" });
});
afterAll(() => casa.dispose());

test("an invited user cannot choose a leaked password, nor one made from their name, e-mail or empresa", async () => {
  const { carta } = await mao.invite();
  for (const [senha, key] of [
    ["toonces1", "senhaComum"],
    ["Toonces1!", "senhaComum"],
    ["Padaria@2026", "senhaPessoal"],
    ["PadariaAurora7", "senhaPessoal"],
    ["Exemplo2026", "senhaPessoal"],
    [SENHA_DA_DEMO, "senhaPessoal"],
    ["M4lote-2027", "senhaPessoal"],
  ] as const) {
    expect(await mao.accept(carta.link, senha)).toMatchObject(no(key, "password"));
  }
  expect(await mao.accept(carta.link, "Auroraboreal7")).toMatchObject({ sucesso: true });
});

test("a changed password follows the same rules, and a refusal keeps the old one", async () => {
  const usuario = { ...digitado("ana"), id: ana.usuarioId };
  const change = (newPassword: string) =>
    ana.call("Usuario.saveUsuario", { usuario, newPassword, senhaAtual: SENHA_DE_TESTE });
  expect(await change("parkour2010")).toMatchObject(no("senhaComum", "newPassword"));
  expect(await change("aurora-padaria-9")).toMatchObject(no("senhaPessoal", "newPassword"));
  expect(await mao.logar({ ...ana, nomeUsuario: "ana" }, SENHA_DE_TESTE)).toBe(true);
});

test("the published demo password works only in demo contas; a real user with it must reset it", async () => {
  const answerOf = async (identificador: string, nomeUsuario: string, senha: string = SENHA_DA_DEMO) => {
    const response = await signIn(casa, { identificador, nomeUsuario, senha });
    return ((await response.json()) as { result: { sucesso: boolean; mensagem: string | null } }).result;
  };
  const real = await casa.createConta();
  const { usuarioId } = await casa.createUsuario(real.contaId, { nomeUsuario: "caio" });
  await casa.asOwner("UPDATE usuario SET senha_hash = $2 WHERE id = $1", [
    usuarioId,
    await hashSenha(SENHA_DA_DEMO),
  ]);
  const said = { sucesso: false, mensagem: MENSAGENS.senhaDaDemo };
  expect(await answerOf(real.identificador, "caio")).toMatchObject(said);
  // The answer is the same for a wrong password and an unknown user, so that it reveals nothing.
  expect(await answerOf(ana.identificador, "ana")).toMatchObject(said);
  expect(await answerOf("ninguem", "ninguem")).toMatchObject(said);
  const { cartas } = await mao.ask("caio@exemplo.test");
  expect(await mao.reset(cartas[0]?.link ?? "", "Auroraboreal7")).toMatchObject({ sucesso: true });
  expect(await answerOf(real.identificador, "caio", "Auroraboreal7")).toMatchObject({ sucesso: true });
  const demo = await casa.createConta({ sandbox: true });
  await casa.createUsuario(demo.contaId, { nomeUsuario: "caio", senha: SENHA_DA_DEMO });
  const isOn = casa.ctx.config.sandbox !== null;
  expect(await answerOf(demo.identificador, "caio")).toMatchObject(
    isOn ? { sucesso: true } : { sucesso: false, mensagem: MENSAGENS.sandboxDesligado },
  );
});
