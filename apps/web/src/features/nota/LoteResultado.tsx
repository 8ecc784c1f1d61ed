import { formatReais } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { geral } from "../../textos/geral.ts";
import classes from "./LoteResultado.module.css";
import { type Marcavel, nomeOf } from "./marcas.ts";

/** The sentences of a batch result. */
type Palavras = { resultado: string; resumo: (ok: number, falhas: number) => string; ok: string };

/** Dialog with the outcome of each document of a batch; failures come first. */
export function LoteResultado(props: {
  resultados: readonly { nota: Marcavel; falha: string | null }[];
  palavras: Palavras;
  onClose: () => void;
}): React.JSX.Element {
  const { resultados, palavras, onClose } = props;
  const falhasPrimeiro = resultados.toSorted((a, b) => Number(a.falha === null) - Number(b.falha === null));
  const failed = resultados.filter((item) => item.falha !== null).length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={palavras.resultado}
      size={480}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <p>{palavras.resumo(resultados.length - failed, failed)}</p>
      <ul className={classes.itens}>
        {falhasPrimeiro.map(({ nota, falha }) => (
          <li key={nota.id} data-falhou={falha !== null}>
            {falha === null ? (
              <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconCircleX size={18} stroke={1.6} aria-hidden="true" />
            )}
            <span>
              <b>
                {nomeOf(nota)} · <span className="num">{formatReais(nota.valorTotal)}</span>
              </b>
              <span>{falha ?? palavras.ok}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.fim}>
        <Button variant="default" onClick={onClose}>
          {geral.fechar}
        </Button>
      </div>
    </Modal>
  );
}
