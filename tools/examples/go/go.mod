module linkspan.example/links

go 1.19
