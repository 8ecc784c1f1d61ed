import { useNavigate } from "react-router-dom";
import { Paleta } from "../../features/busca/Paleta.tsx";
import { buscaHref } from "../../features/nota/busca.ts";
import { queryClient } from "../../rpc/client.ts";
import { useAcoes } from "./acoes.ts";
import type { Busca } from "./busca.ts";

/** The search palette with all global actions. */
export function BuscaJanela({
  busca,
  onAtalhos,
}: {
  busca: Busca;
  onAtalhos: () => void;
}): React.JSX.Element {
  const navigate = useNavigate();
  const acoes = useAcoes(onAtalhos);
  const onIr = (href: string): void => {
    const lista = href.startsWith("/dfe_recebidos");
    busca.leave(lista ? busca.texto : "");
    // Repeating a search reloads the list: new documents may have arrived.
    if (lista) void queryClient.invalidateQueries({ queryKey: ["notas", "lista"] });
    void navigate(href);
  };
  return (
    <Paleta
      opened={busca.aberta}
      texto={busca.texto}
      onTexto={busca.type}
      enviar={busca.enviar}
      onEnviado={busca.enviada}
      acoes={acoes}
      listaOf={buscaHref}
      onIr={onIr}
      onClose={busca.close}
    />
  );
}
