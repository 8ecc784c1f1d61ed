import { PASSKEYS_MAX, type ParsedParamsOf, type ResultOf } from "@malote/contract";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { announceFator } from "../auth/announce-fator.ts";
import { findSegundoFator, keepReservas } from "../auth/segundo-fator.rows.ts";
import { createReservas, hashReserva } from "../auth/segundo-fator.rules.ts";
import { endSessoes } from "../auth/sessao.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { DESAFIO_MS, demandRelyingParty, describeCredencial, openDesafio, spendDesafio } from "./desafio.ts";
import { findPasskeys, insertPasskey, type PasskeyNova } from "./passkey.rows.ts";
import { ALGORITMOS, readDesafio, userHandleOf } from "./passkey.rules.ts";

type Pedido = ParsedParamsOf<"Passkey.confirmPasskey">;
const USO = "registrar";
const RP_NAME = "Malote";

/**
 * Creates a challenge for a new discoverable passkey with user verification.
 * So it serves as a second factor and for a sign-in by itself.
 * @throws {Refusal} passkeyIndisponivel, passkeysDemais
 */
export async function startPasskey(
  ctx: SignedInContext,
): Promise<ResultOf<"Passkey.startPasskey">["object"]> {
  const { rpId } = demandRelyingParty(ctx);
  const { contaId, usuarioId, nome } = ctx.caller;
  const { quem, passkeys } = await ctx.database.withContaSql(contaId, async (sql) => {
    const passkeys = await findPasskeys(sql, contaId, usuarioId);
    refuseMany(passkeys);
    return { quem: await findSegundoFator(sql, contaId, usuarioId), passkeys };
  });
  if (quem === null) throw new Error("the caller is no user of the conta");
  const { user, challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpId,
    userName: `${quem.identificador}/${quem.nomeUsuario}`,
    userDisplayName: nome,
    userID: userHandleOf(usuarioId),
    challenge: await openDesafio(ctx, { uso: USO, usuarioId }),
    supportedAlgorithmIDs: ALGORITMOS,
  });
  return {
    rp: { name: RP_NAME, id: rpId },
    user,
    challenge,
    pubKeyCredParams,
    timeout: DESAFIO_MS,
    excludeCredentials: passkeys.map(describeCredencial),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/**
 * Stores a passkey. A user's first second factor creates recovery codes and ends the other
 * sessions, opened without it.
 * @throws {Refusal} passkeyErrada, passkeyRepetida, passkeysDemais, passkeyIndisponivel
 */
export async function confirmPasskey(
  ctx: SignedInContext,
  pedido: Pedido,
): Promise<{ id: string; codigosReserva: string[] }> {
  const { contaId, usuarioId } = ctx.caller;
  const nova = await readNova(ctx, pedido);
  const reservas = createReservas();
  const kept = await ctx.database.withContaSql(contaId, async (sql) => {
    // Locks the user, so concurrent registrations are counted one after the other.
    const quem = await findSegundoFator(sql, contaId, usuarioId);
    const antes = await findPasskeys(sql, contaId, usuarioId);
    refuseMany(antes);
    const id = await insertPasskey(sql, contaId, nova);
    if (id === null) throw new Refusal("passkeyRepetida");
    const isFirst = quem?.desde === null && antes.length === 0;
    if (isFirst) await turnOn(sql, ctx, reservas);
    await announceFator(sql, ctx, { acao: "criar-passkey", alvo: id, detalhe: nova.nome });
    return { id, isFirst };
  });
  ctx.wake?.();
  return { id: kept.id, codigosReserva: kept.isFirst ? reservas : [] };
}

async function turnOn(sql: Sql, { caller }: SignedInContext, reservas: string[]): Promise<void> {
  const { contaId, usuarioId, sessaoId } = caller;
  await keepReservas(sql, contaId, { usuarioId, reservas: reservas.map(hashReserva) });
  await endSessoes(sql, contaId, { usuarioId, exceto: sessaoId });
}

function refuseMany(passkeys: readonly unknown[]): void {
  if (passkeys.length >= PASSKEYS_MAX) {
    throw new Refusal("passkeysDemais", { values: { limite: PASSKEYS_MAX } });
  }
}

/** @throws {Refusal} passkeyErrada, passkeyIndisponivel */
async function readNova(ctx: SignedInContext, { nome, resposta }: Pedido): Promise<PasskeyNova> {
  const { usuarioId } = ctx.caller;
  const { rpId, origem } = demandRelyingParty(ctx);
  const { id, clientDataJSON, attestationObject, transports } = resposta;
  const desafio = readDesafio(clientDataJSON);
  if (desafio === null || !(await spendDesafio(ctx, desafio, { uso: USO, usuarioId }))) {
    throw new Refusal("passkeyErrada", { campo: "passkey" });
  }
  const response = { clientDataJSON, attestationObject };
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
    expectedChallenge: desafio,
    expectedOrigin: origem,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITMOS,
    // The library reports a refusal only as an error, and only the answer can cause one here.
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || registrationInfo === undefined) throw new Refusal("passkeyErrada", { campo: "passkey" });
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    usuarioId,
    nome: nome.trim(),
    credencial: Buffer.from(credential.id, "base64url"),
    chavePublica: Buffer.from(credential.publicKey),
    contador: credential.counter,
    transportes: transports ?? [],
    sincronizada: credentialBackedUp,
    agora: ctx.clock.now(),
  };
}
