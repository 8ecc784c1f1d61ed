import { Modal } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { geral } from "../../textos/geral.ts";
import { lote as textos } from "../../textos/notas.ts";
import classes from "./LoteBarra.module.css";
import { type Lote, nomeOf } from "./marcas.ts";

/** What became of each document of a batch, when not all went well. */
export function LoteResultado({
  lote,
  onClose,
}: {
  lote: Lote | null;
  onClose: () => void;
}): React.JSX.Element {
  const resultados = lote?.resultados ?? [];
  const failed = resultados.filter((item) => item.falha !== null).length;
  return (
    <Modal
      opened={lote?.resultados != null}
      onClose={onClose}
      title={textos.resultado}
      size={480}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <p>{textos.resumo(resultados.length - failed, failed)}</p>
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
              <span>{falha ?? textos.ok}</span>
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
