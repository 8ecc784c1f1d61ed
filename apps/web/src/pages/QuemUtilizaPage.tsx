/** In construction: its owner replaces it whole. */
export function QuemUtilizaPage(): React.JSX.Element {
  return <h1>Quem utiliza</h1>;
}
