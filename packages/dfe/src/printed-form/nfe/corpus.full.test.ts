import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readDfe } from "../../read/read-dfe.ts";
import { CORPUS } from "../../tests/collection.ts";
import { readPrintedForm } from "../read-printed-form.ts";
import type { PrintedNfe } from "./nfe.ts";

const FOLDERS = ["NFe", "NFe-nfce", "nfeProc", "nfeProc-nfce", "enviNFe"];

/** Every NF-e and NFC-e of the corpus, read as printed form and as nota. */
function* eachNota(): Generator<{ file: string; bytes: Buffer; form: PrintedNfe }> {
  for (const folder of FOLDERS) {
    for (const name of readdirSync(path.join(CORPUS, folder))) {
      const bytes = readFileSync(path.join(CORPUS, folder, name));
      const form = readPrintedForm(bytes);
      if (form?.kind === "nfe") yield { file: `${folder}/${name}`, bytes, form };
    }
  }
}

describe.skipIf(!existsSync(CORPUS))("the printed forms of ../shared/corpus/dfe", () => {
  test("the printed form of every NF-e and NFC-e agrees with the nota", () => {
    let compared = 0;
    for (const { file, bytes, form } of eachNota()) {
      const reading = readDfe(bytes);
      if (reading.kind !== "nota") continue;
      const { nota } = reading;
      expect(form.chave, file).toBe(nota.chaveAcesso);
      expect(form.emitente.documento, file).toBe(nota.emitente.documento);
      expect(form.destinatario?.nome ?? "", file).toBe(nota.destinatario?.nome ?? "");
      expect(Number(form.totais.nota), file).toBe(Number(nota.valorTotal));
      expect(form.emissao?.slice(0, 10), file).toBe(nota.dataEmissao.slice(0, 10));
      expect(form.homologacao, file).toBe(nota.ambiente === "2");
      expect(form.protocolo?.numero ?? null, file).toBe(
        nota.protocolo ? nota.protocolo.numero || null : null,
      );
      expect(
        form.itens.map((item) => [item.codigo, item.descricao, item.ncm, item.cfop]),
        file,
      ).toEqual(nota.itens.map((item) => [item.codigo, item.descricao, item.ncm, item.cfop]));
      expect(form.cobranca.duplicatas.length, file).toBe(nota.comercio?.duplicatas.length);
      expect(form.totais.ibsCbs !== null, file).toBe(nota.comercio?.totais.ibsCbs !== null);
      expect(form.adicionais.complementares, file).toBe(nota.informacoesComplementares);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(90);
  });

  test("an incomplete nota has a printed form, too", () => {
    const forms = [...eachNota()];
    const bare = forms.filter(({ form }) => form.numero === null);
    expect(forms.length).toBeGreaterThan(130);
    expect(bare.length).toBeLessThan(forms.length / 2);
  });
});
