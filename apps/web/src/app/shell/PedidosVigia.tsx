import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { addArquivo } from "../../features/avisos/arquivos.ts";
import { exportacaoHref, openArquivo, repositorioHref } from "../../rpc/arquivos.ts";
import { useDono } from "../../rpc/atual.ts";
import { downloadsQuery, exportacoesQuery, isAndando, type Pedido } from "../../rpc/pedidos.ts";
import { forgetPedido, type PedidoVisto, usePedidosVistos } from "../../rpc/pedidos-vistos.ts";
import { pedidos as textos } from "../../textos/pedidos.ts";
import type { Dono } from "../../ui/guardado.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";

/** Notifies the user when a requested file is ready, on any page. */
export function PedidosVigia(): null {
  const vistos = usePedidosVistos();
  const dono = useDono();
  const wants = (tipo: PedidoVisto["tipo"]): boolean => vistos.some((visto) => visto.tipo === tipo);
  const exportacoes = useQuery({ ...exportacoesQuery(1), enabled: wants("exportacao") });
  const downloads = useQuery({ ...downloadsQuery(1), enabled: wants("repositorio") });
  useEffect(() => {
    const known: readonly Pedido[] = [
      ...(exportacoes.data?.results ?? []),
      ...(downloads.data?.results ?? []),
    ];
    for (const visto of vistos) {
      const pedido = known.find(({ id }) => id === visto.id);
      if (pedido && !isAndando(pedido)) tell(visto, pedido, dono);
    }
  }, [dono, vistos, exportacoes.data, downloads.data]);
  return null;
}

function tell({ tipo, id }: PedidoVisto, pedido: Pedido, dono: Dono | null): void {
  const { mensagem } = pedido;
  const nome = pedido.estado === "concluido" ? pedido.nome : null;
  forgetPedido(id);
  if (dono) addArquivo(dono, { tipo, id, nome, mensagem, quando: new Date().toISOString() });
  if (nome === null) {
    avisarFalha({ titulo: textos.falhou, texto: mensagem ?? "" });
    return;
  }
  const href = tipo === "exportacao" ? exportacaoHref(id) : repositorioHref(id);
  avisar(textos.pronto(nome), { rotulo: textos.baixar, onClick: () => openArquivo(href) });
}
