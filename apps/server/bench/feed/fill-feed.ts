import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { openPromise } from "yauzl";
import { publishNotas } from "../../tests/api/send-rest.ts";
import type { Wire } from "../../tests/setup/wire.ts";
import { openSuppliers } from "../import/suppliers.ts";
import { fillConta } from "../lista/fill-conta.ts";

/** Number of signed NF-e; each is the XML of several documents. */
const SAMPLES = 500;
const DAYS = 10;
const PUBLISH_BATCH = 1_000;

const INSERT_XMLS = `WITH modelos AS (SELECT gzip, tamanho, n - 1 AS n FROM unnest($2::bytea[], $3::int[]) WITH ORDINALITY AS m (gzip, tamanho, n)),
    medidos AS (UPDATE documento d SET tamanho = m.tamanho FROM modelos m WHERE d.conta_id = $1 AND m.n = d.sha1::bigint % $4)
  INSERT INTO documento_xml (conta_id, mes, documento_id, xml_gzip)
  SELECT $1, d.mes, d.id, m.gzip FROM documento d JOIN modelos m ON m.n = d.sha1::bigint % $4 WHERE d.conta_id = $1`;

/** Fills a conta with documents that every user may see, with XML of NF-e, and publishes them all. */
export async function fillFeed(
  wire: Wire,
  { contaId, notas }: { contaId: string; notas: number },
): Promise<void> {
  await fillConta(wire, { contaId, notas, days: DAYS });
  await wire.asOwner(
    `UPDATE nota n SET terceiros = false, quarentena = false, empresa_id = coalesce(empresa_id, (SELECT id FROM empresa WHERE conta_id = $1 LIMIT 1))
     WHERE conta_id = $1 AND (terceiros OR quarentena)`,
    [contaId],
  );
  const gzips = await emitNotas();
  const sizes = gzips.map((gzip) => gunzipSync(gzip).length);
  console.error(`XML de ${Math.min(...sizes)} a ${Math.max(...sizes)} bytes`);
  await wire.asOwner(INSERT_XMLS, [contaId, gzips, sizes, SAMPLES]);
  const rows = await wire.asOwner<{ id: string }>("SELECT id FROM nota WHERE conta_id = $1 ORDER BY id", [
    contaId,
  ]);
  const ids = rows.map(({ id }) => id);
  for (let done = 0; done < ids.length; done += PUBLISH_BATCH)
    await publishNotas(wire, contaId, ids.slice(done, done + PUBLISH_BATCH));
  await wire.asOwner("VACUUM ANALYZE");
}

/** Issues notas and returns their XML in gzip, as stored. */
async function emitNotas(): Promise<Buffer[]> {
  const suppliers = await openSuppliers();
  try {
    const gzips: Buffer[] = [];
    const zip = await openPromise(await suppliers.pack(SAMPLES));
    for await (const entry of zip.eachEntry())
      gzips.push(gzipSync(await buffer(await zip.openReadStreamPromise(entry))));
    return gzips;
  } finally {
    await suppliers.stop();
  }
}
