import type { PrintedForm } from "@malote/dfe";
import { documentoOfChave, formatTipoNota, splitChaveAcesso, tipoNotaOfModelo } from "@malote/syntax";

/** What a printed evento shows of its document. Values as in the XML; a party is its name and number. */
export type EventoDocument = {
  /** NF-e, CT-e OS… */
  name: string;
  modelo: string | null;
  serie: string | null;
  numero: string | null;
  emissao: string | null;
  valor: string | null;
  emitente: Pessoa;
  destinatario: Pessoa | null;
};

type Pessoa = { name: string | null; documento: string | null; ie: string | null; place: string | null };

/** The document of an evento: from its own data, or from the key if that is missing or belongs to another
 * document. */
export function documentoOf(
  chave: string | null,
  form: PrintedForm | null | undefined,
): EventoDocument | null {
  if (form && form.kind !== "evento" && (chave === null || form.chave === chave))
    return readPrintedForm(form);
  return chave === null ? null : readChave(chave);
}

function readChave(chave: string): EventoDocument {
  const { modelo, serie, numero } = splitChaveAcesso(chave);
  return {
    name: nameOf(modelo),
    modelo,
    serie: withoutZeros(serie),
    numero: withoutZeros(numero),
    emissao: null,
    valor: null,
    emitente: { name: null, documento: documentoOfChave(chave), ie: null, place: null },
    destinatario: null,
  };
}

function nameOf(modelo: string | null): string {
  const tipo = modelo === null ? null : tipoNotaOfModelo(modelo);
  return tipo === null ? "DF-e" : formatTipoNota(tipo);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, "");
}

function readPrintedForm(form: Exclude<PrintedForm, { kind: "evento" }>): EventoDocument {
  switch (form.kind) {
    case "nfe":
      return {
        name: nameOf(form.modelo),
        modelo: form.modelo,
        serie: form.serie,
        numero: form.numero,
        emissao: form.emissao,
        valor: form.totais.nota,
        emitente: pessoaOf(form.emitente),
        destinatario: form.destinatario && pessoaOf(form.destinatario),
      };
    case "cte": {
      const { identificacao, valores, tomador } = form;
      return {
        name: nameOf(identificacao.modelo),
        modelo: identificacao.modelo,
        serie: identificacao.serie,
        numero: identificacao.numero,
        emissao: identificacao.emitidoEm,
        valor: valores.total,
        emitente: form.emitente
          ? pessoaOf(form.emitente)
          : { name: null, documento: null, ie: null, place: null },
        destinatario: tomador.parte && pessoaOf(tomador.parte),
      };
    }
    case "mdfe": {
      const { ide, emitente } = form;
      return {
        name: nameOf(ide.modelo),
        modelo: ide.modelo,
        serie: ide.serie,
        numero: ide.numero,
        emissao: ide.dataEmissao,
        valor: form.totais.valorCarga,
        emitente: pessoaOf({ ...emitente, endereco: emitente }),
        destinatario: null,
      };
    }
  }
}

type Party = {
  nome: string | null;
  documento: string | null;
  ie: string | null;
  endereco: { municipio: string | null; uf: string | null };
};

function pessoaOf({ nome, documento, ie, endereco }: Party): Pessoa {
  const place = [endereco.municipio, endereco.uf].filter((each) => each !== null).join("/");
  return { name: nome, documento, ie, place: place === "" ? null : place };
}
