import { Modal } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { geral } from "../../textos/geral.ts";
import classes from "./LoteBarra.module.css";
import { type Marcavel, nomeOf } from "./marcas.ts";

/** The words of a batch's outcome. */
type Palavras = { resultado: string; resumo: (ok: number, falhas: number) => string; ok: string };

/** What became of each document of a batch, when not all went well. */
export function LoteResultado(props: {
  resultados: readonly { nota: Pick<Marcavel, "id" | "tipoNota" | "numeroNota">; falha: string | null }[];
  palavras: Palavras;
  onClose: () => void;
}): React.JSX.Element {
  const { resultados, palavras, onClose } = props;
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
        {resultados.map(({ nota, falha }) => (
          <li key={nota.id} data-falhou={falha !== null}>
            {falha === null ? (
              <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconCircleX size={18} stroke={1.6} aria-hidden="true" />
            )}
            <span>
              <b>{nomeOf(nota)}</b>
              <span>{falha ?? palavras.ok}</span>
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
