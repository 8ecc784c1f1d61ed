import { formatReais } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { general } from "../../../texts/app/general.ts";
import { type FlaggableNota, notaNameOf } from "../flags/flag-state.ts";
import classes from "./BatchResult.module.css";

/** The sentences of a batch result. */
type ResultTexts = { resultado: string; resumo: (ok: number, falhas: number) => string; ok: string };

/** Dialog with the outcome of each document of a batch; failures come first. */
export function BatchResult(props: {
  outcomes: readonly { nota: FlaggableNota; falha: string | null }[];
  texts: ResultTexts;
  onClose: () => void;
}): React.JSX.Element {
  const { outcomes, texts, onClose } = props;
  const failuresFirst = outcomes.toSorted((a, b) => Number(a.falha === null) - Number(b.falha === null));
  const failed = outcomes.filter((item) => item.falha !== null).length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.resultado}
      size={480}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      <p>{texts.resumo(outcomes.length - failed, failed)}</p>
      <ul className={classes.itens}>
        {failuresFirst.map(({ nota, falha }) => (
          <li key={nota.id} data-falhou={falha !== null}>
            {falha === null ? (
              <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconCircleX size={18} stroke={1.6} aria-hidden="true" />
            )}
            <span>
              <b>
                {notaNameOf(nota)} · <span className="num">{formatReais(nota.valorTotal)}</span>
              </b>
              <span>{falha ?? texts.ok}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.fim}>
        <Button variant="default" onClick={onClose}>
          {general.fechar}
        </Button>
      </div>
    </Modal>
  );
}
