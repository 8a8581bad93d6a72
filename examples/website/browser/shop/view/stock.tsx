/** Whether a product can be had. */

const FEW = 10

export function Stock({ stock }: { readonly stock: number | null }) {
  if (stock === null) return <p class="stock">Stock not known</p>
  const state = stock === 0 ? 'none' : stock < FEW ? 'few' : 'many'
  return (
    <p class="stock" data-state={state}>
      {stock === 0 ? 'Sold out' : state === 'few' ? `Only ${stock} left` : `${stock} in stock`}
    </p>
  )
}
