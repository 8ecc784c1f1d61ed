import { LOTE_MAX } from "@malote/contract";
import { useState } from "react";
import type { NotaLinha } from "../../rpc/queries.ts";
import { manifestacao as textos } from "../../textos/manifestacao.ts";
import { avisar } from "../../ui/toast.tsx";
import { sendEmPartes } from "./em-partes.ts";
import { LoteResultado } from "./LoteResultado.tsx";
import { ManifestarDialogo } from "./ManifestarDialogo.tsx";
import type { Pedido } from "./manifestacao.ts";
import { manifestarLote, type Resultado, sentenceOf } from "./manifestar.ts";
import { sumValores } from "./marcas.ts";

/** Sends the same manifestação for many documents, then shows the outcome of each. */
export function ManifestarLote(props: {
  notas: readonly NotaLinha[];
  zona: string;
  /** `pedidas`: how many requests were accepted. */
  onClose: (pedidas: number) => void;
}): React.JSX.Element {
  const { notas, zona, onClose } = props;
  const [resultados, setResultados] = useState<Resultado[] | null>(null);
  const enviar = async (pedido: Pedido): Promise<string | null> => {
    try {
      const send = (parte: readonly NotaLinha[]) => manifestarLote(parte, pedido);
      setResultados(await sendEmPartes(notas, send, { max: LOTE_MAX, sentenceOf }));
    } catch (error) {
      return sentenceOf(error);
    }
    return null;
  };
  if (resultados === null) {
    return (
      <ManifestarDialogo
        documento={<b>{textos.dialogo.varias(notas.length, sumValores(notas))}</b>}
        prazos={[]}
        atual={0}
        zona={zona}
        onEnviar={enviar}
        onFeito={() => undefined}
        onClose={() => onClose(0)}
      />
    );
  }
  const pedidas = resultados.filter(({ falha }) => falha === null).length;
  return (
    <LoteResultado resultados={resultados} palavras={textos.lote} onClose={() => finish(pedidas, onClose)} />
  );
}

function finish(pedidas: number, onClose: (pedidas: number) => void): void {
  if (pedidas > 0) avisar(textos.lote.feito(pedidas));
  onClose(pedidas);
}
