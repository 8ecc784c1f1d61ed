import { MESSAGES, type ParamsOf } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { USAGE_WINDOW_MS } from "../../src/services/caixa-email/caixa-email.rules.ts";
import { startOfWindow } from "../../src/services/rate-limit/window.rules.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, signInNewUser } from "../setup/wire.ts";

type CaixaForm = ParamsOf<"CaixaEmail.saveCaixaEmail">["caixaEmail"];

const NEW_CAIXA = {
  tipo: "imaps",
  servidor: "imap.exemplo.test",
  usuario: "notas@exemplo.test",
  senha: "segredo-da-caixa",
  descricao: "Notas",
} as const satisfies CaixaForm;

let wire: Wire;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(async () => {
  await wire.dispose();
});
beforeEach(async () => {
  // Begin at the start of a window, so that no window ends during a test.
  wire.clock.set(new Date(startOfWindow(wire.clock.now(), USAGE_WINDOW_MS).getTime() + USAGE_WINDOW_MS));
  ana = await signInNewUser(wire);
});

const save = (o: Partial<CaixaForm> = {}) =>
  ana.call("CaixaEmail.saveCaixaEmail", { caixaEmail: { ...NEW_CAIXA, ...o } });

async function createCaixa(): Promise<string> {
  const { object, mensagem } = await save();
  if (object === null) throw new Error(`not saved: ${mensagem}`);
  return (object as { id: string }).id;
}

const listPolls = (id: string) =>
  wire.asOwner<{ vence_em: Date }>("SELECT vence_em FROM tarefa WHERE tipo = 'poll' AND alvo = $1", [id]);

test("a changed connection is polled at once, up to a limit; other changes are not", async () => {
  const id = await createCaixa();
  const wait = () =>
    wire.asOwner("UPDATE tarefa SET vence_em = now() + interval '1 day' WHERE alvo = $1", [id]);
  const isDue = async () =>
    ((await listPolls(id))[0]?.vence_em.getTime() ?? 0) < wire.clock.now().getTime() + 60_000;
  await wait();
  for (let n = 0; n < 3; n += 1) {
    const o = { descricao: `Notas ${n}`, apagarAposDias: n + 1, senha: n % 2 === 0 ? null : NEW_CAIXA.senha };
    expect(await save({ id, ...o })).toMatchObject({ sucesso: true });
  }
  expect(await isDue()).toBe(false);
  const changes: Partial<CaixaForm>[] = [
    { senha: "outra" },
    { pasta: "Notas" },
    { porta: 1993 },
    { servidor: "b.exemplo.test" },
  ];
  for (const o of changes) {
    await wait();
    expect(await save({ id, ...o })).toMatchObject({ sucesso: true });
    expect([o, await isDue()]).toEqual([o, true]);
  }
  for (let n = 5; n < 20; n += 1)
    expect(await save({ id, servidor: `s${n}.exemplo.test` })).toMatchObject({ sucesso: true });
  await wait();
  const refused = {
    sucesso: false,
    mensagem: expect.stringMatching(/^Muitas conexões de caixa salvas .* \d+ min\.$/),
  };
  expect(await save({ id, servidor: "s20.exemplo.test" })).toMatchObject(refused);
  expect(await save({ servidor: "s21.exemplo.test" })).toMatchObject(refused);
  expect(await isDue()).toBe(false);
  expect(await save({ id, servidor: "s19.exemplo.test", descricao: "Ainda" })).toMatchObject({
    sucesso: true,
  });
  wire.clock.advance(600_000);
  expect(await save({ id, servidor: "s20.exemplo.test" })).toMatchObject({ sucesso: true });
});

test("a requested poll is due at once, at most once a minute per caixa", async () => {
  const id = await createCaixa();
  await wire.asOwner("UPDATE tarefa SET vence_em = now() + interval '1 day' WHERE alvo = $1", [id]);
  expect(await ana.call("CaixaEmail.coletarAgora", { id })).toMatchObject({ sucesso: true });
  const [task] = await listPolls(id);
  expect(task?.vence_em.getTime()).toBeLessThan(wire.clock.now().getTime() + 5_000);
  expect(await ana.call("CaixaEmail.coletarAgora", { id })).toMatchObject({
    sucesso: false,
    mensagem: MESSAGES.coletaPedidaHaPouco,
  });
  wire.clock.advance(60_000);
  expect(await ana.call("CaixaEmail.coletarAgora", { id })).toMatchObject({ sucesso: true });
});

test("requested polls are limited with their own error message, and do not count as connection tests", async () => {
  const otherConta = await wire.createConta();
  const foreignCaixa = await wire.createCaixa(otherConta.contaId);
  for (let n = 0; n < 31; n += 1) {
    const { caixaId: id } = await wire.createCaixa(ana.contaId);
    const asked = await ana.call("CaixaEmail.coletarAgora", { id });
    if (n < 30) expect([n, asked.sucesso]).toEqual([n, true]);
    else expect(asked.mensagem).toMatch(/^Muitas coletas pedidas em pouco tempo\. Aguarde \d+ min; /);
  }
  // A missing caixa or one of another conta does not count.
  expect(await ana.call("CaixaEmail.coletarAgora", { id: foreignCaixa.caixaId })).toMatchObject({
    mensagem: MESSAGES.caixaNaoEncontrada,
  });
  const caixa = { tipo: "imaps", servidor: "127.0.0.1", usuario: "a", senha: "b" } as const;
  expect(await ana.call("CaixaEmail.pingServidor", { caixa })).toMatchObject({ object: { ok: false } });
});
