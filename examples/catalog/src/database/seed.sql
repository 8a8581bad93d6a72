-- The whole catalogue, the same on every machine: what varies from row to row comes from a hash of its number.
create schema larder_catalog;
set search_path to larder_catalog;

-- A whole number from 0 up to, not including, `bound`. `what` keeps the draws of one row apart.
create function draw(what text, number int, bound int) returns int language sql immutable
  return abs(hashtextextended(what, number) % bound)::int;

create function pick(words text[], what text, number int) returns text language sql immutable
  return words[1 + draw(what, number, cardinality(words))];

create table tenants (id text primary key, currency text not null);
insert into tenants values ('public', 'EUR'), ('wholesale', 'EUR'), ('us', 'USD');

create table categories (id text primary key, name text not null, nouns text[] not null);
insert into categories values
  ('1', 'Tables', '{Dining Table,Side Table,Desk,Console,Workbench}'),
  ('2', 'Seating', '{Armchair,Bench,Stool,Sofa,Rocking Chair}'),
  ('3', 'Storage', '{Bookcase,Chest,Cabinet,Wardrobe,Shelf}'),
  ('4', 'Lighting', '{Table Lamp,Floor Lamp,Pendant,Lantern,Candle Holder}'),
  ('5', 'Kitchen', '{Bowl,Cutting Board,Kettle,Saucepan,Salt Mill}'),
  ('6', 'Tableware', '{Plate,Mug,Teapot,Carafe,Butter Dish}'),
  ('7', 'Textiles', '{Blanket,Cushion,Rug,Curtain,Tablecloth}'),
  ('8', 'Garden', '{Planter,Watering Can,Hammock,Bird House,Garden Bench}'),
  ('9', 'Office', '{Pen Tray,Notebook,Letter Rack,Desk Lamp,Bookend}'),
  ('10', 'Bath', '{Towel Rail,Soap Dish,Laundry Basket,Bath Mat,Mirror}'),
  ('11', 'Toys', '{Rocking Horse,Building Blocks,Puzzle,Dollhouse,Train Set}'),
  ('12', 'Travel', '{Suitcase,Satchel,Wash Bag,Picnic Basket,Umbrella}');

create table brands (id text primary key, name text not null);
insert into brands
select i::text,
  (array['Amber','Birch','Cedar','Copper','Falcon','Harbour','Juniper','Linden','Meadow','North','Otter','Willow'])
    [1 + (i - 1) % 12]
  || ' ' ||
  (array['& Sons','Atelier','Brothers','Collective','Craft','Goods','House','Studio','Trading','Workshop'])
    [1 + (i - 1) / 12]
from generate_series(1, 120) i;

create table products (
  id text primary key,
  name text not null,
  brand_id text not null,
  category_id text not null,
  sold int not null default 0
);
insert into products
select i::text,
  pick(array['Classic','Compact','Curved','Elegant','Folding','Handmade','Heavy','Light','Modern','Nordic','Plain',
    'Refined','Round','Rustic','Slim','Small','Sturdy','Tall','Vintage','Woven'], 'adjective', i)
  || ' ' ||
  pick(array['Ash','Bamboo','Brass','Ceramic','Copper','Cork','Cotton','Felt','Glass','Granite','Leather','Linen',
    'Marble','Oak','Pine','Rattan','Steel','Walnut','Wicker','Wool'], 'material', i)
  || ' ' || pick(categories.nouns, 'noun', i),
  (1 + draw('brand', i, 120))::text,
  categories.id,
  -- A few sell well and most sell little: 7679 has no divisor in common with 10,000, so every rank occurs once.
  200000 / (20 + (i - 1) * 7679 % 10000) + draw('sold', i, 10)
from generate_series(1, 10000) i
join categories on categories.id = (1 + draw('category', i, 12))::text;

create table prices (
  product_id text primary key,
  amount int not null check (amount >= 0),
  currency text not null
);
insert into prices select i::text, 495 + 500 * draw('price', i, 120), 'EUR' from generate_series(1, 10000) i;

-- What a tenant pays instead, for some of the products.
create table price_lists (
  tenant text not null,
  product_id text not null,
  amount int not null check (amount >= 0),
  currency text not null,
  primary key (tenant, product_id)
);
insert into price_lists
select 'wholesale', product_id, amount * 8 / 10, 'EUR' from prices where draw('wholesale', product_id::int, 10) < 4
union all
select 'us', product_id, amount * 11 / 10, 'USD' from prices;

create table stock (product_id text primary key, quantity int not null check (quantity >= 0));
insert into stock select i::text, greatest(0, draw('stock', i, 240) - 20) from generate_series(1, 10000) i;

create table authors (id text primary key, name text not null);
insert into authors
select i::text,
  pick(array['Ada','Amir','Chloe','Dario','Elif','Emma','Femi','Greta','Hana','Igor','Ines','Jonas','Kofi','Lena',
    'Mateo','Mira','Noah','Olga','Priya','Ravi','Sofia','Tomas','Wei','Yuki','Zoe'], 'first name', i)
  || ' ' ||
  pick(array['Adeyemi','Bauer','Costa','Dubois','Eriksen','Fischer','Garcia','Haas','Ivanov','Jansen','Kaya','Larsen',
    'Meyer','Novak','Okafor','Petrov','Quinn','Rossi','Silva','Tanaka','Umar','Varga','Weber','Yilmaz','Zhang'],
    'last name', i)
from generate_series(1, 2000) i;

create table reviews (
  id int generated always as identity primary key,
  product_id text not null,
  author_id text not null,
  rating int not null check (rating between 1 and 5),
  text text not null,
  created_at timestamptz not null
);
-- Three for each product; the other half gathers on those that sell well (7919 undoes what 7679 did above).
insert into reviews overriding system value
select
  i,
  case when i <= 30000 then 1 + i % 10000
    else 1 + floor(power(draw('product', i, 1000000) / 1000000.0::float, 2) * 10000)::int * 7919 % 10000 end,
  1 + draw('author', i, 2000),
  (array[5,5,5,5,4,4,4,4,3,3,2,1])[1 + draw('rating', i, 12)],
  pick(array['Good','Lovely','Solid','Decent','Beautiful','Well made','Simple','Charming'], 'praise', i)
  || ', ' ||
  pick(array['worth its price.','arrived quickly.','smaller than I thought.','a gift that was liked.','would buy again.',
    'the colour differs a little.','easy to care for.','it will last.'], 'remark', i),
  timestamptz '2026-01-01 00:00:00Z' - draw('created', i, 63072000) * interval '1 second'
from generate_series(1, 60000) i;
alter table reviews alter id restart with 60001;

-- After the rows: to check and to index all at once is several times quicker than row by row.
alter table products add foreign key (brand_id) references brands, add foreign key (category_id) references categories;
alter table prices add foreign key (product_id) references products;
alter table price_lists add foreign key (tenant) references tenants, add foreign key (product_id) references products;
alter table stock add foreign key (product_id) references products;
alter table reviews add foreign key (product_id) references products, add foreign key (author_id) references authors;
create index on reviews (product_id, created_at desc, id desc);
create index on reviews (author_id);
create index on products (brand_id);
create index on products (category_id);
create index on products (sold desc, id);
create index on products using gin (to_tsvector('simple', name));
create index on price_lists (product_id);

drop function pick(text[], text, int);
drop function draw(text, int, int);
