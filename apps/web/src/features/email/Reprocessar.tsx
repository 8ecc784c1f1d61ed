import { Button, Loader } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useIsGerente } from "../../rpc/caixas.ts";
import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import type { Email } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import classes from "./EmailPartes.module.css";

/** Processes a stored message again and shows that it is running. Only for managers. */
export function Reprocessar({ email }: { email: Email }): React.JSX.Element | null {
  const { detalhe: t } = emails;
  const gerente = useIsGerente();
  const queryClient = useQueryClient();
  const pedido = useMutation({
    mutationFn: async () => {
      await call("Email.reprocessarEmail", { id: email.id });
      await queryClient.invalidateQueries({ queryKey: ["email", email.id] });
      void queryClient.invalidateQueries({ queryKey: ["emails"] });
    },
    onSuccess: () => avisar(t.pedido),
    onError: (error) => avisarFalha(explainFalha(error)),
  });
  if (email.estado === "em-leitura" || pedido.isPending) {
    return (
      <span className={classes.lendo} role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        {t.reprocessando}
      </span>
    );
  }
  if (!gerente) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void confirmar(t.pergunta).then((sure) => sure && pedido.mutate())}
    >
      {t.reprocessar}
    </Button>
  );
}
