import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import type { PublicContext } from "../../src/services/handler.ts";
import { requestPasswordReset } from "../../src/services/membership/reset-password.ts";
import { countNetworkUse } from "../../src/services/rate-limit/count-network-use.ts";
import { type SignedInUser, signInNewUser } from "../setup/wire.ts";
import { createLinkSteps, NEW_PASSWORD } from "./link-steps.ts";
import { callAnonymously, type MailWire, openMailWire, refusalOf } from "./usuario-setup.ts";

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
  await wire.asOwner("DELETE FROM limite_uso");
  await wire.readEmails();
});

function visitFrom(ip: string): PublicContext {
  const visitor = { requestId: "r", ip, isPost: true, userAgent: null, fileToken: null };
  return { ...wire.ctx, visit: { ...visitor, setFileToken: () => {} } };
}

/** Creates users in foreign contas with the given e-mail address, older than any user of the test. */
async function createForeignUsers(
  email: string,
  o: { contas: number; each: number; ativado: boolean },
): Promise<string[]> {
  const ids: string[] = [];
  for (let conta = 0; conta < o.contas; conta += 1) {
    const { contaId } = await wire.createConta();
    ids.push(contaId);
    await wire.asOwner(
      `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, ativado, senha_hash, criado_em)
       SELECT $1, gen_random_uuid(), 'X', 'x' || n, 'X', $2, $3, 'x', '2020-01-01' FROM generate_series(1, $4) n`,
      [contaId, email, o.ativado, o.each],
    );
  }
  return ids;
}

test("the real user gets a link although hundreds of users of foreign contas have the same address", async () => {
  const { carta: invitation } = await linkSteps.invite();
  expect(await linkSteps.accept(invitation.link)).toMatchObject({ sucesso: true });
  await createForeignUsers(`rita${n}@exemplo.test`, { contas: 7, each: 60, ativado: true });
  const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
  expect(emails).toHaveLength(50);
  const [firstEmail] = emails;
  expect(firstEmail?.texto).toContain(`rita${n}`);
  expect(firstEmail?.texto).toContain(ana.identificador);
  expect(await linkSteps.reset(firstEmail?.link ?? "", NEW_PASSWORD)).toMatchObject({ sucesso: true });
});

test("at most ten users per conta and address get an e-mail, active users first", async () => {
  const [contaId = ""] = await createForeignUsers(`muitos${n}@exemplo.test`, {
    contas: 1,
    each: 30,
    ativado: false,
  });
  await wire.asOwner(
    `INSERT INTO usuario_token (conta_id, id, usuario_id, tipo, token_hash, criado_em, expira_em)
     SELECT conta_id, gen_random_uuid(), id, 'convite', decode(md5(id::text), 'hex'), '2020-01-01', '2100-01-01' FROM usuario WHERE conta_id = $1`,
    [contaId],
  );
  const activeId = newId();
  await wire.asOwner(
    `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, ativado, senha_hash)
     VALUES ($1, $2, 'Eva', 'eva', 'Eva', $3, true, 'x')`,
    [contaId, activeId, `muitos${n}@exemplo.test`],
  );
  const { cartas: emails } = await linkSteps.ask(`muitos${n}@exemplo.test`);
  expect(emails).toHaveLength(10);
  expect(emails[0]?.assunto).toBe("Nova senha no Malote");
});

test("an address set by a manager is unproved until its link is used", async () => {
  const { id, carta: invitation } = await linkSteps.invite();
  await linkSteps.accept(invitation.link);
  const isProved = async () =>
    (await wire.asOwner<{ p: boolean }>("SELECT email_provado AS p FROM usuario WHERE id = $1", [id]))[0]?.p;
  expect(await isProved()).toBe(true);
  await wire.asOwner("UPDATE usuario SET email = upper(email) WHERE id = $1", [id]);
  expect(await isProved()).toBe(true);
  await wire.asOwner("UPDATE usuario SET email = $2 WHERE id = $1", [id, `vitima${n}@exemplo.test`]);
  expect(await isProved()).toBe(false);
});

test("requests from another network do not use up the user's own allowance", async () => {
  await linkSteps.join();
  const email = `rita${n}@exemplo.test`;
  const aged = () => wire.asOwner("UPDATE usuario_token SET criado_em = criado_em - interval '5 minutes'");
  for (let each = 0; each < 9; each += 1) {
    await requestPasswordReset(visitFrom("203.0.113.66"), email);
    await wire.readEmails();
    await aged();
  }
  await requestPasswordReset(visitFrom("198.51.100.7"), email);
  const [invitation] = await wire.readEmails();
  expect(invitation?.para).toBe(email);
  expect(await linkSteps.reset(invitation?.link ?? "", NEW_PASSWORD)).toMatchObject({ sucesso: true });
});

test("a /48 has the allowance of 16 networks, and one /56 does not use up that of its neighbours", async () => {
  const limit = { coisa: "prova", max: 2, janelaMs: HOUR_MS, recusa: "muitosPedidosSenha" } as const;
  const tryFrom = async (ip: string) =>
    await countNetworkUse(wire.ctx, ip, limit).then(
      () => 1,
      () => 0,
    );
  wire.clock.hold();
  let passed = 0;
  // One subscriber: each request from another /64 of its /56.
  for (let each = 0; each < 64; each += 1) passed += await tryFrom(`2001:db8:a:${each.toString(16)}::1`);
  expect(passed).toBe(2 * 4);
  expect(await tryFrom("2001:db8:a:100::1")).toBe(1);
  // Each request from another /56 of the /48.
  for (let each = 2; each < 66; each += 1)
    passed += await tryFrom(`2001:db8:a:${(each * 256).toString(16)}::1`);
  expect(passed + 1).toBe(2 * 16);
  await expect(countNetworkUse(wire.ctx, "2001:db8:a:fe00::9", limit)).rejects.toThrow(/^Muitos pedidos/);
  expect(await tryFrom("2001:db8:b::1")).toBe(1);
  wire.clock.release();
});

test("names that contain a link or a line break, which e-mails would show, are refused", async () => {
  const usuario = { nome: "Rita", nomeUsuario: `rita${n}`, nomeCompleto: "Rita Lemos", email: "r@x.test" };
  for (const [field, value, key] of [
    ["nome", "Ganhe http://golpe.test", "nomeComEndereco"],
    ["nomeCompleto", "Rita golpe.com", "nomeComEndereco"],
    ["nomeCompleto", "Rita\r\nBcc: x", "nomeComQuebra"],
    ["nomeUsuario", "golpe.com", "nomeUsuarioComSite"],
  ] as const) {
    expect(
      await ana.call("Usuario.inviteUsuario", { usuario: { ...usuario, [field]: value } }),
    ).toMatchObject(refusalOf(key, `usuario.${field}`));
  }
  expect(await wire.readEmails()).toEqual([]);
  const conta = { tipoPessoa: "Jurídica" as const, identificador: "www.golpe.com", uf: "SP" };
  expect(await ana.call("Conta.saveConta", { conta })).toMatchObject(
    refusalOf("identificadorComSite", "conta.identificador"),
  );
});

test("an old stored name with a link still gets its e-mail, without that link", async () => {
  const { id, carta: invitation } = await linkSteps.invite();
  await wire.asOwner("UPDATE usuario SET nome = 'Ganhe http://golpe.com' WHERE id = $1", [id]);
  await linkSteps.accept(invitation.link);
  const { cartas: emails } = await linkSteps.ask(`rita${n}@exemplo.test`);
  expect(emails[0]?.texto).not.toContain("golpe.com");
  expect(
    await callAnonymously(wire, "Usuario.loadSetupPassword", { resetToken: emails[0]?.link }),
  ).toMatchObject({
    sucesso: true,
  });
});
