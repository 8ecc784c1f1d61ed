import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from "@malote/contract";
import { readImage } from "@malote/print";
import { formatSize } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import type { Download } from "../file-download.ts";
import type { Caller } from "../handler.ts";
import { findLogo, updateLogo } from "./logo.rows.ts";
import { isPng, shrinkLogo, sizeOfPng } from "./logo.rules.ts";

/**
 * Stores the reduced logo of an empresa; without bytes removes the stored one.
 * @throws {Refusal} logoGrande, logoFormato, logoPixels, empresaNaoEncontrada
 */
export async function saveLogo(
  ctx: AppContext,
  { contaId }: Caller,
  { empresaId, bytes }: { empresaId: string; bytes: Uint8Array },
): Promise<{ temLogo: boolean }> {
  const logo = bytes.length === 0 ? null : await readLogo(ctx, bytes);
  const changed = await ctx.database.withConta(contaId, (db) =>
    updateLogo(db, contaId, { empresaId, logo, now: ctx.clock.now() }),
  );
  if (!changed) throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
  return { temLogo: logo !== null };
}

async function readLogo(ctx: AppContext, bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > LOGO_MAX_BYTES) {
    throw new Refusal("logoGrande", {
      campo: "arquivo",
      values: { limite: formatSize(LOGO_MAX_BYTES) },
    });
  }
  // Before decoding: a small PNG may expand to a picture of any size. A JPEG is never decoded.
  refusePixels(isPng(bytes) ? sizeOfPng(bytes) : (readImage(bytes) ?? { width: 0, height: 0 }));
  const small = ctx.shrinkLogo && isPng(bytes) ? await ctx.shrinkLogo(bytes) : shrinkLogo(bytes);
  if (small === null) throw new Refusal("logoFormato", { campo: "arquivo" });
  return small;
}

function refusePixels({ width: largura, height: altura }: { width: number; height: number }): void {
  if (Math.max(largura, altura) <= LOGO_MAX_PIXELS) return;
  throw new Refusal("logoPixels", {
    campo: "arquivo",
    values: { largura, altura, limite: LOGO_MAX_PIXELS },
  });
}

/** The stored logo of an empresa.   @throws {Refusal} empresaNaoEncontrada, logoAusente */
export async function readLogoFile(
  { database }: AppContext,
  { contaId }: Caller,
  empresaId: string,
): Promise<Download> {
  const logo = await database.withConta(contaId, (db) => findLogo(db, contaId, empresaId));
  if (logo === undefined) throw new Refusal("empresaNaoEncontrada");
  if (logo === null) throw new Refusal("logoAusente");
  const [tipo, extension] = isPng(logo) ? ["image/png", "png"] : ["image/jpeg", "jpg"];
  return { nome: `logo.${extension}`, tipo, bytes: logo, gzip: false };
}
