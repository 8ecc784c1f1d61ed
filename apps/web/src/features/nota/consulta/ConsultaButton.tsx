import { ActionIcon, Box, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { Spinner } from "../../../ui/feedback/Spinner.tsx";
import { notaNameOf } from "../flags/flag-state.ts";
import { startConsulta, stopConsulta, useRunningConsultas } from "./running-consultas.ts";

/**
 * Button of a row that starts a consulta at SEFAZ. While it runs, a progress text and a button that
 * stops waiting.
 */
export function ConsultaButton({ nota }: { nota: NotaRow }): React.JSX.Element {
  const running = useRunningConsultas().has(nota.id);
  if (!running) {
    return (
      <Box
        component="button"
        type="button"
        className="link"
        mih={24}
        onClick={() => void startConsulta(nota)}
      >
        {texts.consultar}
        <span className="vh"> {notaNameOf(nota)}</span>
      </Box>
    );
  }
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" c="var(--text-2)" role="status">
      <Spinner />
      {texts.consultando}
      <ActionIcon
        size={28}
        my={-2}
        mr={-6}
        aria-label={texts.pararConsulta(notaNameOf(nota))}
        data-dica={texts.pararConsulta(notaNameOf(nota))}
        onClick={() => stopConsulta(nota.id)}
      >
        <IconX size={14} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}
