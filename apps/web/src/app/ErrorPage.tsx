import { Box, Button, Stack, Text } from "@mantine/core";
import { useRouteError } from "react-router-dom";
import { CommunicationFailure, explainFailure } from "../rpc/call/failures.ts";
import { failureTexts } from "../texts/app/general.ts";

/**
 * The error page when a page crashes or its code cannot be loaded.
 * @param isInFrame inside the frame of the application, which stays
 */
export function ErrorPage({ isInFrame = false }: { isInFrame?: boolean }): React.JSX.Element {
  const error = useRouteError();
  const failure =
    error instanceof CommunicationFailure
      ? explainFailure(error)
      : { titulo: failureTexts.tela, texto: failureTexts.telaTexto };
  return (
    <Box component={isInFrame ? "div" : "main"} role="alert" maw={480} p="56px var(--gutter)">
      <Stack align="flex-start" gap={8}>
        <h1 className="t-pagina">{failure?.titulo}</h1>
        <Text c="var(--text-2)">{failure?.texto}</Text>
        <Button onClick={() => window.location.reload()}>{failureTexts.recarregar}</Button>
      </Stack>
    </Box>
  );
}
