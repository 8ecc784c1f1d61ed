import type { AnexoType } from "@malote/contract";
import { type RawBuilder, sql } from "kysely";
import { expressionsOf } from "../../db/index.ts";
import type { Condition } from "../list/list.rows.ts";

const a = expressionsOf("anexo", "a");

type TypeSigns = { extensoes: readonly string[]; tipos: readonly string[] };

/**
 * The signs of an attachment's type: the extension of its name, or the media type declared by its
 * sender.
 */
const TYPE_SIGNS: Record<Exclude<AnexoType, "outro">, TypeSigns> = {
  xml: { extensoes: ["xml"], tipos: ["application/xml", "text/xml"] },
  zip: {
    extensoes: ["zip"],
    tipos: ["application/zip", "application/x-zip-compressed", "application/x-zip"],
  },
  pdf: { extensoes: ["pdf"], tipos: ["application/pdf", "application/x-pdf"] },
  imagem: {
    extensoes: ["png", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "svg", "heic"],
    tipos: ["image/%"],
  },
};

/**
 * The type of the attachment `a` ({@link AnexoType}). The name takes precedence:
 * senders declare `application/octet-stream` for anything.
 */
export function anexoType(): RawBuilder<AnexoType> {
  const cases = [
    ...whens(({ extensoes }) => sql`${a.ref("a.nome")} ~* ${sql.lit(`\\.(${extensoes.join("|")})$`)}`),
    ...whens(({ tipos }) => a.or(tipos.map((tipo) => a("a.tipo", "like", sql.lit(tipo))))),
  ];
  return sql`CASE ${sql.join(cases, sql` `)} ELSE 'outro' END`;
}

function whens(isOf: (signs: TypeSigns) => Condition): RawBuilder<unknown>[] {
  return Object.entries(TYPE_SIGNS).map(([tipo, signs]) => sql`WHEN ${isOf(signs)} THEN ${sql.lit(tipo)}`);
}
