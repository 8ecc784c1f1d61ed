import { MESSAGES } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../src/secrets/common-password.ts";
import { hashPassword } from "../../src/secrets/password.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { type SignedInUser, signIn, signInNewUser } from "../setup/wire.ts";
import { createLinkSteps } from "../usuario/link-steps.ts";
import { type MailWire, openMailWire, refusalOf, userForm } from "../usuario/usuario-setup.ts";

let wire: MailWire;
let ana: SignedInUser;
let linkSteps: ReturnType<typeof createLinkSteps>;

beforeAll(async () => {
  wire = await openMailWire();
  ana = await signInNewUser(wire, { nomeUsuario: "ana" });
  await wire.createEmpresa(ana.contaId, { nome: "Padaria Aurora Ltda" });
  linkSteps = createLinkSteps({ casa: wire, ana, nome: () => "rita" });
});
afterAll(() => wire.dispose());

test("an invited user cannot choose a leaked password, nor one made from their name, e-mail or empresa", async () => {
  const { carta: email } = await linkSteps.invite();
  for (const [senha, key] of [
    ["toonces1", "senhaComum"],
    ["Toonces1!", "senhaComum"],
    ["Padaria@2026", "senhaPessoal"],
    ["PadariaAurora7", "senhaPessoal"],
    ["Exemplo2026", "senhaPessoal"],
    [DEMO_PASSWORD, "senhaPessoal"],
    ["M4lote-2027", "senhaPessoal"],
  ] as const) {
    expect(await linkSteps.accept(email.link, senha)).toMatchObject(refusalOf(key, "password"));
  }
  expect(await linkSteps.accept(email.link, "Auroraboreal7")).toMatchObject({ sucesso: true });
});

test("a changed password follows the same rules, and a refusal keeps the old one", async () => {
  const usuario = { ...userForm("ana"), id: ana.usuarioId };
  const change = (newPassword: string) =>
    ana.call("Usuario.saveUsuario", { usuario, newPassword, senhaAtual: TEST_SENHA });
  expect(await change("parkour2010")).toMatchObject(refusalOf("senhaComum", "newPassword"));
  expect(await change("aurora-padaria-9")).toMatchObject(refusalOf("senhaPessoal", "newPassword"));
  expect(await linkSteps.logar({ ...ana, nomeUsuario: "ana" }, TEST_SENHA)).toBe(true);
});

test("the published demo password works only in demo contas; a real user with it must reset it", async () => {
  const answerOf = async (identificador: string, nomeUsuario: string, senha: string = DEMO_PASSWORD) => {
    const response = await signIn(wire, { identificador, nomeUsuario, senha });
    return ((await response.json()) as { result: { sucesso: boolean; mensagem: string | null } }).result;
  };
  const real = await wire.createConta();
  const { usuarioId } = await wire.createUsuario(real.contaId, { nomeUsuario: "caio" });
  await wire.asOwner("UPDATE usuario SET senha_hash = $2 WHERE id = $1", [
    usuarioId,
    await hashPassword(DEMO_PASSWORD),
  ]);
  const said = { sucesso: false, mensagem: MESSAGES.senhaDaDemo };
  expect(await answerOf(real.identificador, "caio")).toMatchObject(said);
  // The answer is the same for a wrong password and an unknown user, so that it reveals nothing.
  expect(await answerOf(ana.identificador, "ana")).toMatchObject(said);
  expect(await answerOf("ninguem", "ninguem")).toMatchObject(said);
  const { cartas: emails } = await linkSteps.ask("caio@exemplo.test");
  expect(await linkSteps.reset(emails[0]?.link ?? "", "Auroraboreal7")).toMatchObject({ sucesso: true });
  expect(await answerOf(real.identificador, "caio", "Auroraboreal7")).toMatchObject({ sucesso: true });
  const demo = await wire.createConta({ sandbox: true });
  await wire.createUsuario(demo.contaId, { nomeUsuario: "caio", senha: DEMO_PASSWORD });
  const isOn = wire.ctx.config.sandbox !== null;
  expect(await answerOf(demo.identificador, "caio")).toMatchObject(
    isOn ? { sucesso: true } : { sucesso: false, mensagem: MESSAGES.sandboxDesligado },
  );
});
