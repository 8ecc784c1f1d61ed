import { MODELOS } from "@malote/syntax";
import { Box, Button, Stack, Text } from "@mantine/core";
import { IconExternalLink, IconFileTypePdf } from "@tabler/icons-react";
import { useDeferredValue } from "react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { printedFormHref } from "../../../rpc/files/file-urls.ts";
import { printedFormTexts as texts } from "../../../texts/nota/printed-form.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { canEmbedPdf } from "./use-nota-tab.ts";

/** The printed form of a document in a frame; a link where the browser cannot embed a PDF. */
export function PrintedFormTab({ nota }: { nota: Nota }): React.JSX.Element {
  const name = MODELOS[nota.tipoNota].printedForm.nome;
  // The PDF viewer holds the page while it starts: the text of the document comes first.
  const src = useDeferredValue(`${printedFormHref(nota)}#view=FitH&navpanes=0`, "");
  if (!canEmbedPdf()) {
    const openButton = (
      <Button
        component="a"
        href={printedFormHref(nota)}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={16} stroke={1.8} aria-hidden="true" />}
      >
        {texts.abrir(name)}
      </Button>
    );
    return (
      <EmptyState icon={IconFileTypePdf} title={name} action={openButton}>
        {texts.fora}
      </EmptyState>
    );
  }
  return (
    <Stack gap={0} h="100%" mih={560} bg="var(--ground)">
      {nota.quarentena && (
        <Text inherit role="note" p="10px 20px" c="var(--warn-text)" bg="var(--warn-soft)">
          {texts.quarentena}
        </Text>
      )}
      {src !== "" && (
        <Box
          component="iframe"
          src={src}
          title={texts.titulo(name, nota.numeroNota)}
          flex={1}
          w="100%"
          bd={0}
        />
      )}
    </Stack>
  );
}
