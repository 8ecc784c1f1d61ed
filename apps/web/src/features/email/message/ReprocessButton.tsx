import { Button, Group, Loader } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import type { Email } from "../../../rpc/documents/queries.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../../ui/overlay/ask-confirmation.tsx";

/** Processes a stored message again and shows that it is running. Only for managers. */
export function ReprocessButton({ email }: { email: Email }): React.JSX.Element | null {
  const { detalhe: t } = emailTexts;
  const isManager = useIsManager();
  const queryClient = useQueryClient();
  const reprocessing = useMutation({
    mutationFn: async () => {
      await call("Email.reprocessarEmail", { id: email.id });
      await queryClient.invalidateQueries({ queryKey: ["email", email.id] });
      void queryClient.invalidateQueries({ queryKey: ["emails"] });
    },
    onSuccess: () => showToast(t.pedido),
    onError: (error) => showFailureToast(explainFailure(error)),
  });
  if (email.estado === "em-leitura" || reprocessing.isPending) {
    return (
      <Group component="span" gap={8} wrap="nowrap" c="var(--text-2)" role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        {t.reprocessando}
      </Group>
    );
  }
  if (!isManager) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void askConfirmation(t.pergunta).then((sure) => sure && reprocessing.mutate())}
    >
      {t.reprocessar}
    </Button>
  );
}
