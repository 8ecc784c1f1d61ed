/** In construction: its owner replaces it whole. */
export function PainelPage(): React.JSX.Element {
  return <h1>Painel</h1>;
}
