import { formatReais } from "@malote/syntax";
import { Button, Group, Modal, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { general } from "../../../texts/app/general.ts";
import { RuledList } from "../../../ui/documento/DocContent.tsx";
import { type FlaggableNota, notaNameOf } from "../flags/flag-state.ts";

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
  const failures = outcomes.filter((item) => item.falha !== null).length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.resultado}
      size={480}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      <p>{texts.resumo(outcomes.length - failures, failures)}</p>
      <RuledList mt={8}>
        {failuresFirst.map(({ nota, falha }) => {
          const failed = falha !== null;
          const Icon = failed ? IconCircleX : IconCircleCheck;
          return (
            <Group
              key={nota.id}
              component="li"
              gap={10}
              align="flex-start"
              wrap="nowrap"
              c={failed ? "var(--bad-text)" : "var(--ok-icon)"}
            >
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              <Text span inherit c="var(--text-2)">
                <Text component="b" inherit display="block" c="var(--text)">
                  {notaNameOf(nota)} · <span className="num">{formatReais(nota.valorTotal)}</span>
                </Text>
                {falha ?? texts.ok}
              </Text>
            </Group>
          );
        })}
      </RuledList>
      <Group justify="flex-end" mt={16}>
        <Button variant="default" onClick={onClose}>
          {general.fechar}
        </Button>
      </Group>
    </Modal>
  );
}
