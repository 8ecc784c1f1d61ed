import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readDfe } from "../../read/read-dfe.ts";
import { CORPUS } from "../../tests/collection.ts";
import { readPapel } from "../read-papel.ts";
import type { PapelNfe } from "./nfe.ts";

const FOLDERS = ["NFe", "NFe-nfce", "nfeProc", "nfeProc-nfce", "enviNFe"];

/** Every NF-e and NFC-e of the corpus, read as printed form and as nota. */
function* eachNota(): Generator<{ file: string; bytes: Buffer; papel: PapelNfe }> {
  for (const folder of FOLDERS) {
    for (const name of readdirSync(path.join(CORPUS, folder))) {
      const bytes = readFileSync(path.join(CORPUS, folder, name));
      const papel = readPapel(bytes);
      if (papel?.kind === "nfe") yield { file: `${folder}/${name}`, bytes, papel };
    }
  }
}

describe.skipIf(!existsSync(CORPUS))("the printed forms of ../shared/corpus/dfe", () => {
  test("of every NF-e and NFC-e agree with the nota", () => {
    let compared = 0;
    for (const { file, bytes, papel } of eachNota()) {
      const leitura = readDfe(bytes);
      if (leitura.kind !== "nota") continue;
      const { nota } = leitura;
      expect(papel.chave, file).toBe(nota.chaveAcesso);
      expect(papel.emitente.documento, file).toBe(nota.emitente.documento);
      expect(papel.destinatario?.nome ?? "", file).toBe(nota.destinatario?.nome ?? "");
      expect(Number(papel.totais.nota), file).toBe(Number(nota.valorTotal));
      expect(papel.emissao?.slice(0, 10), file).toBe(nota.dataEmissao.slice(0, 10));
      expect(papel.homologacao, file).toBe(nota.ambiente === "2");
      expect(papel.protocolo?.numero ?? null, file).toBe(
        nota.protocolo ? nota.protocolo.numero || null : null,
      );
      expect(
        papel.itens.map((item) => [item.codigo, item.descricao, item.ncm, item.cfop]),
        file,
      ).toEqual(nota.itens.map((item) => [item.codigo, item.descricao, item.ncm, item.cfop]));
      expect(papel.cobranca.duplicatas.length, file).toBe(nota.comercio?.duplicatas.length);
      expect(papel.totais.ibsCbs !== null, file).toBe(nota.comercio?.totais.ibsCbs !== null);
      expect(papel.adicionais.complementares, file).toBe(nota.informacoesComplementares);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(90);
  });

  test("exist even for an incomplete nota", () => {
    const papeis = [...eachNota()];
    const bare = papeis.filter(({ papel }) => papel.numero === null);
    expect(papeis.length).toBeGreaterThan(130);
    expect(bare.length).toBeLessThan(papeis.length / 2);
  });
});
