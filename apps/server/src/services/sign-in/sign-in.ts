import type { MessageKey, ParsedParamsOf, RegistroAction } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { type Db, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { DEMO_PASSWORD } from "../../secrets/common-password.ts";
import { hashPassword, isOutdatedHash, verifyPassword } from "../../secrets/password.ts";
import { normalizeSignInName, type SignInName } from "../auth/auth.rules.ts";
import { spendProof } from "../auth/second-factor.rows.ts";
import { readCode, type SecondFactorProof } from "../auth/second-factor.rules.ts";
import { findSignInUsuario, recordSignIn, type SignInUsuario } from "../auth/sign-in-usuario.rows.ts";
import { type CountedAttempt, countSignIn } from "../auth/throttle-sign-in.ts";
import { openTotpSecret } from "../auth/totp-secret.ts";
import { type OpenedSession, writeSession } from "../auth/write-session.ts";
import type { PublicContext } from "../handler.ts";
import { type PasskeyAnswer, verifyPasskey } from "../passkey/verify-passkey.ts";
import { insertRegistros } from "../registro/registro.rows.ts";

/** The named user. If there is none, `usuario` is null and `contaId` belongs to no conta. */
type NamedUsuario = { contaId: string; sandbox: boolean; usuario: SignInUsuario | null };
type KnownUsuario = NamedUsuario & { usuario: SignInUsuario };

/** The refusal for each reason why a sign-in fails. */
const REFUSALS = {
  senha: "credenciaisInvalidas",
  demo: "senhaDaDemo",
  codigo: "codigoErrado",
  passkey: "passkeyErrada",
  inativo: "usuarioInativo",
  sandbox: "sandboxDesligado",
} as const satisfies Record<string, MessageKey>;
type FailureReason = keyof typeof REFUSALS;

/**
 * Signs in. An unknown conta or user, a wrong password and an inactive user take the same steps and get
 * the same answer. The registro entry is written in parallel, so its time is not measurable.
 * @returns the token of the tab that signed in; the cookie carries another, valid for files only
 * @throws {Refusal}
 */
export async function signIn(
  ctx: PublicContext,
  { senha, codigo, passkey, ...typed }: ParsedParamsOf<"Auth.logar">,
): Promise<string> {
  const signInName = normalizeSignInName(typed);
  const attempt = await countSignIn(ctx, signInName);
  const named = await findNamedUsuario(ctx, signInName);
  const isRight = await verifyPassword(named.usuario?.senhaHash ?? null, senha).catch(
    async (error: unknown) => {
      await attempt.giveBack(); // an uncompared password is no guess
      throw error;
    },
  );
  // Refuse a right password too, so that the answer reveals nothing of the conta; a link replaces
  // that password.
  if (senha === DEMO_PASSWORD && !named.sandbox) throw refuse(ctx, named, "demo");
  if (!isRight || named.usuario === null) throw refuse(ctx, named, "senha");
  const known = { ...named, usuario: named.usuario };
  await refuseInactive(ctx, known, attempt);
  const proof = passkey
    ? await provePasskey(ctx, known, passkey)
    : await proveCode(ctx, known, { codigo: codigo ?? "", tentativa: attempt });
  const token = await openSession(ctx, known, { senha, prova: proof });
  await attempt.forgive();
  return token;
}

async function findNamedUsuario({ database }: PublicContext, signInName: SignInName): Promise<NamedUsuario> {
  // An unknown conta runs the same query, under an id without rows, so that it takes as long.
  const conta = (await database.gatekeeper.findConta(signInName.identificador)) ?? unknownConta();
  const { contaId, sandbox } = conta;
  const usuario = await database.withConta(contaId, (db) =>
    findSignInUsuario(db, contaId, signInName.nomeUsuario),
  );
  return { contaId, sandbox, usuario };
}

function unknownConta(): { contaId: string; sandbox: boolean } {
  return { contaId: newId(), sandbox: false };
}

// A user with the right password is not guessing: give the reason and do not count the attempt.
async function refuseInactive(
  ctx: PublicContext,
  named: KnownUsuario,
  attempt: CountedAttempt,
): Promise<void> {
  const isClosed = named.sandbox && ctx.config.sandbox === null;
  if (named.usuario.ativo && !isClosed) return;
  await attempt.giveBack();
  throw refuse(ctx, named, named.usuario.ativo ? "sandbox" : "inativo");
}

/** The proof in the code; null for a user without a second factor, whatever the code. */
async function proveCode(
  ctx: PublicContext,
  named: KnownUsuario,
  { codigo, tentativa: attempt }: { codigo: string; tentativa: CountedAttempt },
): Promise<SecondFactorProof | null> {
  const { id, segundoFator, temPasskey } = named.usuario;
  if (segundoFator === null && !temPasskey) return null;
  if (codigo.trim() === "") {
    await attempt.giveBack();
    throw temPasskey
      ? new Refusal("passkeyObrigatoria", { campo: "passkey" })
      : new Refusal("codigoObrigatorio", { campo: "codigo" });
  }
  const secret = segundoFator === null ? null : openTotpSecret(ctx.secretBox, id, segundoFator.selado);
  const afterStep = segundoFator?.passo ?? 0;
  const proof = readCode(codigo, { secret, afterStep, now: machineNow(ctx.clock) });
  if (proof === null) throw refuse(ctx, named, "codigo");
  return proof;
}

/**
 * Verifies a passkey of this user in place of a code; null for a user without a second factor,
 * whatever was sent.
 */
async function provePasskey(
  ctx: PublicContext,
  named: KnownUsuario,
  proof: PasskeyAnswer,
): Promise<"passkey" | null> {
  const { contaId, usuario } = named;
  if (usuario.segundoFator === null && !usuario.temPasskey) return null;
  const expected = { contaId, uso: "entrar", usuarioId: null, dono: usuario.id, prova: proof } as const;
  if ((await verifyPasskey(ctx, expected)) === null) throw refuse(ctx, named, "passkey");
  return "passkey";
}

async function openSession(
  ctx: PublicContext,
  named: KnownUsuario,
  { senha, prova: proof }: { senha: string; prova: SecondFactorProof | "passkey" | null },
): Promise<string> {
  const { contaId, usuario } = named;
  const { id: usuarioId, senhaHash } = usuario;
  if (senhaHash === null) throw new Error("a password matched although no hash is stored");
  const now = ctx.clock.now();
  const newHash = isOutdatedHash(senhaHash) ? await hashPassword(senha) : null;
  const opened = await ctx.database.withConta(contaId, async (db): Promise<OpenedSession | FailureReason> => {
    if (
      proof !== null &&
      proof !== "passkey" &&
      !(await spendProof(db, contaId, { usuarioId, prova: proof }))
    )
      return "codigo";
    const signInRecord = { usuarioId, senhaHash, novoHash: newHash, comSegundoFator: proof !== null, now };
    if (!(await recordSignIn(db, contaId, signInRecord))) return "senha";
    return await writeSession(ctx, db, { contaId, usuario, detalhe: describeVisit(ctx) });
  });
  if (typeof opened === "string") throw refuse(ctx, named, opened);
  ctx.visit.setFileToken(opened.arquivoToken);
  return opened.token;
}

/**
 * The refusal to throw. Records it in the conta's registro; the throttle caps that at 40 a day per
 * user. It does not wait for the write, so the response time reveals nothing.
 */
function refuse(ctx: PublicContext, named: NamedUsuario, motivo: FailureReason): Refusal {
  const entry = {
    acao: "entrada-recusada",
    detalhe: `${describeVisit(ctx)} ${motivo}`,
    quando: ctx.clock.now(),
  } as const;
  ctx.database
    .withConta(named.contaId, (db) => recordEntry(db, named, entry))
    .catch((error: unknown) => ctx.log.warn({ err: error }, "uma entrada recusada não foi registrada"));
  return new Refusal(REFUSALS[motivo], motivo === "codigo" || motivo === "passkey" ? { campo: motivo } : {});
}

type SignInEntry = { acao: RegistroAction; detalhe: string; quando: Date };

async function recordEntry(db: Db, { contaId, usuario }: NamedUsuario, entry: SignInEntry): Promise<void> {
  if (usuario === null) return;
  const { id, nome } = usuario;
  await insertRegistros(db, contaId, [{ ...entry, usuarioId: id, usuario: nome, alvo: id }]);
}

function describeVisit({ visit }: PublicContext): string {
  return visit.ip;
}
